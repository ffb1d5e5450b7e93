import { expect, test } from "vitest";
import type { PortalRow } from "~/models/portal/portal.server";
import type { PortalFilter } from "~/models/portal/portal-filter";
import { rendered, renderedInSteps, textOf } from "~/testing/rendered";
import { PortalTable } from "./portal-table";

const rowsFrom = (highest: number, length: number): PortalRow[] =>
  Array.from({ length }, (_, index) => ({
    id: highest - index,
    cityPermitNumber: null,
    revisionNumber: null,
    urban37PermitNumber: "OAK-26-001",
    projectName: "Harbor Street",
    projectAddress: "1 Harbor Street",
    status: "hold",
    reviewCycle: "PC1",
    isAssigned: false,
    dueDate: "2026-11-10",
    word: null,
    isHandedOver: false,
    newestLetterId: null,
  }));

const portalOf = (filter: PortalFilter, list: { rows: PortalRow[]; hasMore: boolean }) => ({
  filter,
  list: { ...list, note: undefined },
  city: { id: 3, cityName: "Oakville", isActive: true, usesCorrections: true, logoUrl: null },
  held: { city: 1, applicant: 2 },
  today: "2026-11-20",
  provider: "Urban37",
});

/** Returns the footer's text, and its links by their text. */
function footerOf(filter: PortalFilter, rows: PortalRow[], hasMore: boolean) {
  const portal = portalOf(filter, { rows, hasMore });
  const html = rendered(<PortalTable portal={portal} />, "/oakvilles");
  const [, footer = ""] = html.split("card-footer");
  const links = [...footer.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(
    ([, to = "", text = ""]) => [text, to.replaceAll("&amp;", "&")] as const,
  );
  return { text: textOf(footer.replace(/^[^>]*>/, "")), links: Object.fromEntries(links) };
}

test("a row has the badge, a second one, with whom the permit is, and the days left", () => {
  const [held] = rowsFrom(1, 1) as [PortalRow];
  const rowOf = (row: Partial<PortalRow>) =>
    textOf(
      rendered(
        <PortalTable portal={portalOf({ show: 100 }, { rows: [{ ...held, ...row }], hasMore: false })} />,
      ).replace(/^.*<tbody/s, ""),
    );
  expect(rowOf({})).toContain("In Review On hold With Urban37, on hold Nov 10, 2026 Unassigned");
  expect(rowOf({ status: "in_process" })).toContain(
    "Pending Review With Urban37, waiting for a plan reviewer Nov 10, 2026 10 days overdue",
  );
  expect(rowOf({ status: "cancelled" })).toContain("Rejected Cancelled Not under review: it is cancelled");
  expect(rowOf({ status: "approved", word: "approved", isHandedOver: true })).toContain(
    "Approved The review is finished Nov 10, 2026 Unassigned",
  );
  expect(rowOf({ status: "resubmittal_required", word: "with_city" })).toContain(
    "In Review Resubmittal required With us: the letter is not handed over yet Nov 10, 2026 Unassigned",
  );
});

test("a complete list has no footer", () => {
  expect(footerOf({ show: 100 }, rowsFrom(100, 100), false).text).toBe("");
});

test('"Show more" adds a hundred, up to 300', () => {
  const filter = { search: "elm", status: "rejected" } as const;
  expect(footerOf({ ...filter, show: 100 }, rowsFrom(900, 100), true)).toEqual({
    text: "The 100 newest permits are shown Show more",
    links: { "Show more": "/oakvilles?search=elm&status=rejected&show=200" },
  });
  expect(footerOf({ ...filter, show: 200 }, rowsFrom(900, 200), true).links).toEqual({
    "Show more": "/oakvilles?search=elm&status=rejected&show=300",
  });
});

test("at 300 a link leads to the 300 before the last one that is shown", () => {
  expect(footerOf({ status: "rejected", cityId: 3, show: 300 }, rowsFrom(900, 300), true)).toEqual({
    text: "The 300 newest permits are shown Next 300",
    links: { "Next 300": "/oakvilles?status=rejected&cityId=3&show=300&before=601" },
  });
});

test("a page of earlier permits has links to the newest and to the next", () => {
  expect(footerOf({ show: 300, before: 901 }, rowsFrom(900, 300), true)).toEqual({
    text: "300 earlier permits are shown Newest permits Next 300",
    links: { "Newest permits": "/oakvilles", "Next 300": "/oakvilles?show=300&before=601" },
  });
  expect(footerOf({ show: 300, before: 901 }, rowsFrom(900, 1), false)).toEqual({
    text: "1 earlier permit is shown Newest permits",
    links: { "Newest permits": "/oakvilles" },
  });
});

test("300 permits are rendered in steps", async () => {
  const portal = portalOf({ show: 300 }, { rows: rowsFrom(900, 300), hasMore: false });
  const table = <PortalTable portal={portal} />;
  const { html, steps } = await renderedInSteps(table);
  expect(html.match(/class="row-link"/g)).toHaveLength(300);
  expect(steps).toBeGreaterThanOrEqual(6);
});

test("a long name is complete, and the number of permits is announced", () => {
  const projectName = "Harbor Street Apartments ".repeat(12).trim();
  const [row] = rowsFrom(1, 1) as [PortalRow];
  const html = rendered(
    <PortalTable portal={portalOf({ show: 50 }, { rows: [{ ...row, projectName }], hasMore: false })} />,
  );
  expect(html).toContain(`data-label="Project Name">${projectName}</td>`);
  expect(html).toContain('<span role="status" class="sr-only">1 permit is listed</span>');
});
