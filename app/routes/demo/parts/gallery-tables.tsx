import type { Tone } from "~/models/tone";
import { Badge } from "~/ui/badge";
import { IconLink } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { CountTabs } from "~/ui/count-tabs";
import { VersionComparison } from "~/ui/edit-conflict";
import { SelectField, TextField } from "~/ui/fields";
import { FilterChips, FilterForm } from "~/ui/filter-form";
import { Eye, Pencil, Trash, UserPlus } from "~/ui/icons";
import { Pager } from "~/ui/pager";
import { PortalTable } from "~/ui/portal/portal-table";
import { type Cells, RowLink, RowsTable } from "~/ui/table";

type Example = {
  id: number;
  number: string;
  revision?: string;
  project: string;
  city: string;
  status: [Tone, string];
  assigned: string;
  due: string;
  late?: string;
};

const columns = {
  number: { heading: "Permit Details" },
  city: { heading: "City" },
  status: { heading: "Status" },
  assigned: { heading: "Assigned To" },
  due: { heading: "Due Date" },
};

const examples: Example[] = [
  {
    id: 1,
    number: "OAK-26-041",
    revision: "rev2",
    project: "B26-01877 · Harbor Street Apartments",
    city: "Oakville",
    status: ["yellow", "Resubmittal Required"],
    assigned: "Maria Lopez",
    due: "Nov 17, 2026",
    late: "3 days overdue",
  },
  {
    id: 2,
    number: "RIV-26-112",
    project: "BP-2026-0340 · Kiln Lane duplex addition",
    city: "Riverton",
    status: ["blue", "In Process"],
    assigned: "Owen Tran",
    due: "Nov 23, 2026",
  },
  {
    id: 3,
    number: "MES-26-009",
    project: `26-0098 · ${"A project with a very long name, ".repeat(10)}`.slice(0, 300),
    city: "Mesa Vista",
    status: ["orange", "Hold"],
    assigned: "",
    due: "Dec 4, 2026",
  },
  {
    id: 4,
    number: "OAK-26-040",
    project: "Unbroken".repeat(38).slice(0, 300),
    city: "Oakville",
    status: ["red", "Cancelled"],
    assigned: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
    due: "N/A",
  },
];

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
} as const;

const portal = {
  filter: { show: 100 },
  list: {
    isShort: true,
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

export function GalleryTables() {
  const href = (page: number) => `?page=${page}`;
  return (
    <>
      <Card title="Permits" flush>
        <FilterForm values={{}}>
          <TextField
            field={{ id: "gallery-search", name: "search", initialValue: "26" }}
            label="Search"
            type="search"
            placeholder="Search by provider reference or city permit number..."
          />
          <SelectField
            field={{ id: "gallery-status-filter", name: "status" }}
            label="Status"
            placeholder="All Status"
            options={[{ value: "approved", label: "Approved" }]}
          />
          <SelectField
            field={{ id: "gallery-city", name: "city" }}
            label="City"
            placeholder="All Cities"
            options={[{ value: "3", label: "Oakville" }]}
          />
        </FilterForm>
        <FilterChips
          count="248 results"
          chips={[
            { label: "Search: 26", removeTo: "?" },
            { label: "City: Oakville", removeTo: "?" },
          ]}
          clearTo="?"
        />
        <RowsTable
          caption="Permits"
          rowHeading="number"
          columns={columns}
          cells={cells}
          rows={examples}
          sorts={{
            number: { to: "?sort=number", direction: "ascending" },
            city: { to: "?sort=city" },
            due: { to: "?sort=due" },
          }}
          actions={actionsOf}
          pager={{ page: 1, total: 248, href }}
        />
      </Card>
      <Card title="Tabs with counts" flush>
        <CountTabs label="Plan checks in tabs" tabs={tabs} current="Ready for release" />
      </Card>
      <Card title="Pagers" flush>
        <Pager page={12} total={248} href={href} noun="permits" />
        <Pager page={25} total={248} href={href} noun="assignments" />
        <Pager page={4} total={1000} totalIsCapped href={href} noun="entries" />
        <Pager page={1} total={7} href={href} noun="employees" />
      </Card>
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

const cells: Cells<typeof columns, Example> = {
  number: ({ number, revision, project }) => (
    <>
      <RowLink to="#">
        {number} {revision && <span className="revision">{revision}</span>}
      </RowLink>
      <p className="small">{project}</p>
    </>
  ),
  city: ({ city }) => city,
  status: ({ status: [tone, label] }) => <Badge tone={tone}>{label}</Badge>,
  assigned: ({ assigned }) => assigned || <span className="small">Unassigned</span>,
  due: ({ due, late }) => (
    <>
      <span className={late && "late"}>{due}</span>
      {late && <p className="small">{late}</p>}
    </>
  ),
};

const actionsOf = ({ number }: Example) => (
  <>
    <IconLink to="#" label={`View ${number}`} icon={<Eye />} />
    <IconLink to="#" label={`Edit ${number}`} icon={<Pencil />} />
    <IconLink to="#" label={`Assign ${number}`} icon={<UserPlus />} />
    <IconLink to="#" label={`Delete ${number}`} icon={<Trash />} tone="danger" />
  </>
);
