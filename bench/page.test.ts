import { join } from "node:path";
import Database from "better-sqlite3";
import { createElement } from "react";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { env } from "../app/env.server";
import { write } from "../app/models/db.server";
import { disciplines } from "../app/models/discipline";
import { updatePermit } from "../app/models/permits/permit.server";
import { listPermits } from "../app/models/permits/permit-list.server";
import { decide } from "../app/models/plan-review/decision.server";
import { addTimeEntry } from "../app/models/plan-review/time-entry.server";
import "../app/models/plan-review/plan-check-listing.server";
import type { Viewer } from "../app/models/policy";
import { assignments, planFiles } from "../app/models/tables.server";
import { loadDashboard } from "../app/pages/dashboard/dashboard.server";
import { loadPermitDetail } from "../app/pages/permits/permit-detail.server";
import { loadPlanCheckCalendar } from "../app/pages/plan-review/plan-check-calendar.server";
import { rendered, textOf } from "../app/testing/rendered";
import {
  assign,
  makeCity,
  makeComments,
  makeCorrections,
  makePeople,
  makePermit,
  makeViewer,
  switchCorrections,
} from "../app/testing/test-rows";
import { Dashboard } from "../app/ui/dashboard/dashboard";
import { PermitPage } from "../app/ui/permits/permit-detail";
import { PlanCheckCalendar } from "../app/ui/plan-review/plan-check-calendar";
import { renderPage as renderWithReact } from "./react/page";
import { renderPage as renderWithTemplates } from "./template/page";
import { calendarReader } from "./twins/calendar-data";
import { CalendarPage } from "./twins/calendar-tree";
import { dashboardReader } from "./twins/dashboard-data";
import { DashboardPage } from "./twins/dashboard-tree";
import { permitReader } from "./twins/permit-data";
import { PermitPage as PermitTwin } from "./twins/permit-tree";
import { type PageData, permitsReader } from "./twins/permits-data";

const database = new Database(join(env.DATA_DIR, "redline.db"), { readonly: true });
afterAll(() => database.close());

let administrator: Viewer;
let page: PageData;

beforeAll(async () => {
  const { id: cityId } = await makeCity("Bell & O'Hara <Heights>");
  const people = await makePeople(cityId, cityId);
  administrator = people.administrator;
  const permits = [];
  for (const [index, status] of ["approved", "hold", "in_process", "resubmittal_required"].entries()) {
    for (const dueDate of ["2020-01-02", "2090-01-02", "2090-01-03"]) {
      const revisionNumber = index === 2 ? "rev2" : undefined;
      const projectName = `"Harbor" & Bay's <${index}>`;
      permits.push(await makePermit(administrator, cityId, { status, dueDate, revisionNumber, projectName }));
    }
  }
  const [, , , , , , , , permit, sharedPermit] = permits;
  if (!permit || !sharedPermit) throw new Error("No permits");
  await assign(permit, people.reviewer, "Structural");
  await assign(sharedPermit, people.reviewer, "Structural");
  await assign(sharedPermit, people.reviewer, "Mechanical");
  await assign(sharedPermit, administrator, "Fire");
  page = permitsReader(database)();
});

test("the servers read the rows that Redline shows", async () => {
  const list = await listPermits(administrator, {});
  const shown = list.rows.map((row) => ({
    id: row.id,
    number: row.urban37PermitNumber,
    revision: row.revisionNumber,
    details: `${row.cityPermitNumber} · ${row.projectName}`,
    city: row.cityName,
    reviewer: row.assignedEmployees[0] ?? null,
    moreReviewers: Math.max(0, row.assignedEmployees.length - 1),
  }));
  expect(page.rows.map(({ status, due, ...row }) => row)).toEqual(shown);
  expect(page.rows.filter(({ moreReviewers }) => moreReviewers === 1)).toHaveLength(1);
  expect(page).toMatchObject({ total: list.total, pages: 2, cities: [{ name: "Bell & O'Hara <Heights>" }] });
});

describe("the page", () => {
  const count = (html: string, tag: string) => html.split(`<${tag}`).length - 1;

  test("has ten rows, 44 icons and 60 links, if there are five pages", () => {
    const html = renderWithReact({ ...page, total: 1234, pages: 124 });
    expect([count(html, "tr "), count(html, "svg "), count(html, "a ")]).toEqual([10, 44, 60]);
  });

  test("has the same HTML from template strings as from React", () => {
    // React separates neighboring texts with empty comments.
    const html = renderWithReact(page).replaceAll("<!-- -->", "");
    expect(renderWithTemplates(page)).toBe(html);
    expect(html).toContain("overdue");
    expect(html).toContain("&lt;Heights&gt;");
  });
});

describe("a page of the stock app shows what Redline's page shows to an administrator:", () => {
  let permitId: number;

  beforeAll(async () => {
    permitId = await makeReviewedPermit();
  });

  test("a permit", async () => {
    const address = `/permits/${permitId}`;
    const detail = await loadPermitDetail(administrator, permitId, urlOf(address));
    const permit = permitReader(database)(permitId);
    if (!permit) throw new Error("No permit");
    const twin = shownIn(createElement(PermitTwin, { permit }), address);
    expect(twin).toEqual(shownIn(createElement(PermitPage, { detail }), address));
    for (const text of ["Ready for release", "Earlier comments (", "From another page", "A-101.pdf"]) {
      expect(twin.text).toContain(text);
    }
  });

  test("the dashboard", async () => {
    const dashboard = await loadDashboard(administrator, urlOf("/"));
    const twin = shownIn(createElement(DashboardPage, { dashboard: dashboardReader(database)() }), "/");
    expect(twin).toEqual(shownIn(createElement(Dashboard, { dashboard }), "/"));
    expect(twin.text).toContain("Ready for release 1 Late 1 ");
    expect(twin.counts).toMatchObject({ a: 74, svg: 44, tr: 11 });
  });

  test("the calendar", async () => {
    const address = "/plan-check-calendar";
    const calendar = await loadPlanCheckCalendar(administrator, urlOf(address));
    const twin = shownIn(createElement(CalendarPage, { calendar: calendarReader(database)() }), address);
    expect(twin).toEqual(shownIn(createElement(PlanCheckCalendar, { calendar }), address));
    for (const text of ["overdue", "left", "In Progress", "Complete"]) expect(twin.text).toContain(text);
  });
});

const urlOf = (address: string) => new URL(address, "http://localhost:3000");

/** Returns what a page shows: its text, its links, and how many elements of each kind it has. */
function shownIn(part: Parameters<typeof rendered>[0], address: string) {
  // Redline's buttons contain the label that they have while a form is sent.
  const html = rendered(part, address)
    .replace(/<span class="invisible">.*?<\/span>/g, "")
    // Redline's dash of an empty value is in its style sheet.
    .replaceAll('<span aria-hidden="true">–</span>', "");
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(
    ([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), urlOf(address)).href,
  );
  const visible = html.replace(/<input type="hidden"[^>]*>/g, "");
  const tags = ["a", "svg", "tr", "li", "form", "input", "select", "option", "textarea", "button", "details"];
  return {
    text: textOf(html),
    links,
    counts: Object.fromEntries(tags.map((tag) => [tag, visible.split(new RegExp(`<${tag}[ >]`)).length - 1])),
  };
}

/** Creates a permit in its second cycle with reviews, corrections, files, hours and more comments than on a page. */
async function makeReviewedPermit(): Promise<number> {
  const { id: cityId } = await makeCity("Cedar Falls");
  await switchCorrections(cityId, true);
  const reviewer = await makeViewer("employee", { name: "Sam O'Neil", disciplines: ["Structural", "Civil"] });
  const permit = await makePermit(administrator, cityId, {
    reviewCycle: "PC2",
    requiredDisciplines: ["Structural", "Fire"],
    revisionNumber: "rev3",
    submissionDate: "2026-11-02",
    applicantName: "Karen Tanaka",
    applicantEmail: "karen@builders.test",
  });
  await makeReviews(permit, reviewer);
  await makeOpenReviews(reviewer);
  await makeFiles(permit);
  const [start = 0] = await makeComments(permit, reviewer, [{ text: "<Stairs> & ramps", isShared: true }]);
  const others = Array.from({ length: 30 }, (_, index) => ({
    parentId: index % 3 === 0 ? start : null,
    text: `Comment ${index}`,
    isShared: index % 2 === 0,
    discipline: index % 5 === 0 ? ("Fire" as const) : null,
  }));
  await makeComments(permit, reviewer, others);
  const hours = { employeeId: reviewer.employeeId ?? 0, discipline: "Structural" as const };
  await addTimeEntry(administrator, permit.id, { ...hours, hoursWorked: 1.5, workDate: "2026-11-03" });
  await addTimeEntry(administrator, permit.id, {
    ...hours,
    hoursWorked: 0.25,
    workDate: "2026-11-04",
    description: "First reading",
  });
  await makeChanges(permit);
  return permit.id;
}

/** Changes a permit as often as its page shows changes, so that the earlier ones are left out. */
async function makeChanges(permit: { id: number }): Promise<void> {
  const changes = [
    { status: "hold" },
    { dueDate: "2020-02-03" },
    { isExpeditedReview: true },
    { cityPermitNumber: null },
    { status: "in_process", projectName: "Canyon Ridge" },
  ] as const;
  for (const change of changes) await updatePermit(administrator, permit.id, change);
}

async function makeReviews(permit: { id: number }, reviewer: Viewer): Promise<void> {
  const structural = await assign(permit, reviewer, "Structural");
  const fire = await assign(permit, administrator, "Fire");
  await makeCorrections(permit, reviewer, [
    { reviewCycle: "PC2", newReason: "newly_shown" },
    { reviewCycle: "PC2", kind: "note" },
    { reviewCycle: "PC2", discipline: "Structural", kind: "condition" },
  ]);
  await decide(reviewer, structural?.id ?? 0, { decision: "approved_with_conditions" });
  await decide(administrator, fire?.id ?? 0, { decision: "corrections_required" });
  await insertAssignments(permit, reviewer, [
    {
      discipline: "Structural",
      status: "completed",
      decision: "corrections_required",
      employeeDueDate: "2026-11-09",
      comment: "Show the stairs",
    },
  ]);
}

/** Creates a permit whose reviews are late, due later, or have no due date: one in each discipline. */
async function makeOpenReviews(reviewer: Viewer): Promise<void> {
  const permit = await makePermit(administrator, (await makeCity("Dover")).id, { dueDate: "2090-01-02" });
  const dates = ["2020-01-02", "2090-01-02"];
  const rows = disciplines.map((discipline, index) => ({
    discipline,
    status: index === 0 ? ("in_progress" as const) : ("assigned" as const),
    employeeDueDate: dates[index],
  }));
  await insertAssignments(permit, reviewer, rows);
}

type Inserted = typeof assignments.$inferInsert;
type Review = Omit<Inserted, "permitId" | "reviewCycle" | "employeeId" | "createdAt" | "updatedAt">;

/** Inserts assignments of the first review cycle. */
function insertAssignments(permit: { id: number }, { employeeId }: Viewer, rows: Review[]): Promise<unknown> {
  const moment = "2026-11-02T17:00:00.000Z";
  const common = { permitId: permit.id, employeeId: employeeId ?? 0, createdAt: moment, updatedAt: moment };
  const values = rows.map((row) => ({ ...common, ...row, reviewCycle: "PC1" as const }));
  return write((tx) => tx.insert(assignments).values(values));
}

async function makeFiles(permit: { id: number }): Promise<void> {
  const cycles = ["PC1", "PC2", "PC2"] as const;
  const origins = ["submitted", "submitted", "internal"] as const;
  await write((tx) =>
    tx.insert(planFiles).values(
      cycles.map((reviewCycle, index) => ({
        permitId: permit.id,
        reviewCycle,
        fileName: `A-10${index}.pdf`,
        kind: "pdf" as const,
        byteSize: 1234 * (index + 1),
        contentHash: String(index).repeat(64),
        uploadedAt: `2026-11-0${index + 1}T20:00:00.000Z`,
        origin: origins[index],
      })),
    ),
  );
}
