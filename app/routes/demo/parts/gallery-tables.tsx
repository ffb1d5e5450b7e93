import type { ManyFormData } from "~/models/many";
import { Card, EmptyState } from "~/ui/card";
import { CountTabs } from "~/ui/count-tabs";
import { VersionComparison } from "~/ui/edit-conflict";
import { FilterChips } from "~/ui/filter-form";
import { FormResultContext } from "~/ui/form-result";
import { TickedForm } from "~/ui/many-form";
import { Pager } from "~/ui/pager";
import { PermitTable } from "~/ui/permits/permit-table";
import { PortalTable } from "~/ui/portal/portal-table";
import { ViewLinks } from "~/ui/view-links";
import type { PermitTableData } from "../../permits/parts/load-permit-table.server";

const permit: PermitTableData["rows"][number] = {
  id: 1,
  updatedAt: "2026-11-27T20:00:00.000Z",
  urban37PermitNumber: "OAK-26-041",
  revisionNumber: "rev2",
  cityPermitNumber: "B26-01877",
  projectName: "Harbor Street Apartments",
  cityName: "Oakville",
  status: "resubmittal_required",
  assigned: "Maria Lopez",
  othersAssigned: 0,
  dueDate: "2026-11-17",
};

const refusedRows = {
  submission: { initialValue: {} },
  failure: "1 permit due Jan 15, 2027. One was refused: see below",
  current: [{ id: 1, reason: "This was changed after you ticked it. What it is now is shown here." }],
};

const tickedRows: ManyFormData = {
  change: "due-date",
  title: "Set the due date of permits",
  submit: "Set due date",
  failure: "Failed to update permits",
  nouns: "permits",
  back: "/test-ui",
  rows: [1, 2].map((id) => ({
    id,
    updatedAt: permit.updatedAt,
    name: "OAK-26-041",
    detail: "Harbor Street Apartments · In Process · due Nov 17, 2026",
  })),
  asks: "day",
  label: "Due date",
};

const permits: PermitTableData = {
  rows: [
    permit,
    {
      ...permit,
      id: 2,
      urban37PermitNumber: "RIV-26-112",
      revisionNumber: null,
      projectName: "Kiln Lane duplex addition",
      cityName: "Riverton",
      status: "in_process",
      assigned: "Owen Tran",
      othersAssigned: 2,
      dueDate: "2026-11-23",
    },
    {
      ...permit,
      id: 3,
      urban37PermitNumber: "MES-26-009",
      projectName: "A project with a very long name, ".repeat(10).slice(0, 300),
      cityName: "Mesa Vista",
      status: "hold",
      assigned: null,
      dueDate: "2026-12-04",
    },
    {
      ...permit,
      id: 4,
      urban37PermitNumber: "OAK-26-040",
      cityPermitNumber: null,
      projectName: "Unbroken".repeat(38).slice(0, 300),
      status: "cancelled",
      assigned: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
    },
  ],
  total: 248,
  page: 1,
  isCapped: false,
  note: undefined,
  filter: { search: "26", cityId: 3, sort: "number", page: 1 },
  cities: "3 Oakville",
  today: "2026-11-20",
  mayCreate: true,
  mayEdit: true,
  mayAssign: true,
  mayDelete: true,
};

const portalRow = {
  id: 1,
  cityPermitNumber: "B26-01877",
  revisionNumber: "rev2",
  urban37PermitNumber: "OAK-26-041",
  projectName: "Harbor Street Apartments, second building and podium",
  projectAddress: "1420 Harbor Street, Suite 410, Washington Heights",
  status: "resubmittal_required",
  reviewCycle: "PC2",
  isAssigned: true,
  dueDate: "2026-12-04",
  word: "with_city",
  isHandedOver: false,
  newestLetterId: 4,
} as const;

const portal = {
  filter: { show: 100 },
  list: {
    note: "One or two characters find the beginnings of words; three find any part.",
    hasMore: true,
    rows: [
      portalRow,
      {
        ...portalRow,
        id: 2,
        cityPermitNumber: null,
        revisionNumber: null,
        projectName: "Unbroken".repeat(38),
        projectAddress: "",
        status: "hold",
        isAssigned: false,
        word: null,
      } as const,
    ],
  },
  city: { id: 3, cityName: "Oakville", isActive: true, usesCorrections: true, logoUrl: null },
  held: { city: 12, applicant: 1048 },
  today: "2026-11-20",
  provider: "Urban37",
};

const tabs = [
  { label: "Not started", count: 17_502, to: "#" },
  { label: "In review", count: 135_910, to: "#" },
  { label: "Ready for release", count: 7, to: "#" },
  { label: "Late", count: 0, to: "#" },
  { label: "With the city", count: 12, to: "#" },
  { label: "With the applicant", count: 1_048, to: "#" },
];

const views = [
  { label: "All", to: "#" },
  { label: "Open", to: "#", isCurrent: true },
  { label: "Late", to: "#" },
];

const savedViews = [
  { id: 1, name: "On hold in Oakville, waiting for its structural plan reviewer", query: "?status=hold" },
];

export function GalleryTables() {
  const href = (page: number) => `?page=${page}`;
  const rowsHref = (rows?: number) => `?rows=${rows ?? ""}`;
  return (
    <>
      <Card title="Permits" flush>
        <PermitTable table={permits} />
      </Card>
      <Card title="Tabs with counts" flush>
        <CountTabs label="Plan checks in tabs" tabs={tabs} current="Ready for release" />
      </Card>
      <Card title="Views" flush>
        <ViewLinks ready={views} saved={savedViews} query="?" />
        <ViewLinks ready={views} saved={savedViews} query="?status=hold" />
        <ViewLinks ready={views} saved={[]} query="?status=hold" />
      </Card>
      <Card title="Pagers" flush>
        <Pager page={12} total={248} href={href} noun="permits" />
        <Pager page={25} total={248} href={href} noun="assignments" />
        <Pager page={10} size={25} total={248} href={href} rowsHref={rowsHref} noun="plan checks" />
        <Pager page={1} size={50} total={12} href={href} rowsHref={rowsHref} noun="cities" />
        <Pager page={4} total={1000} totalIsCapped href={href} noun="entries" />
        <Pager page={1} total={7} href={href} noun="employees" />
      </Card>
      <FormResultContext value={refusedRows}>
        <TickedForm many={tickedRows} />
      </FormResultContext>
      <VersionComparison
        labels={{ managerName: "Manager name", managerPhone: "Manager phone" }}
        saved={{ managerName: "Harriet Coleman", managerPhone: "(707) 555-0123" }}
        typed={{ managerName: "Gus Hall" }}
      />
      <VersionComparison labels={{}} saved={{}} typed={{}} />
      <Card title="Portal permits, with long texts" flush>
        <PortalTable portal={portal} />
      </Card>
      <Card title="Empty table" flush>
        <FilterChips count="0 results" chips={[]} clearTo="?" />
        <EmptyState title="No permits found" hint="Get started by submitting your first permit." />
      </Card>
    </>
  );
}
