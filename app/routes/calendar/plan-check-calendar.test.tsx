import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "~/models/calendar-date";
import { now, today } from "~/models/clock.server";
import { decide } from "~/models/corrections/decision.server";
import { tickOf } from "~/models/many";
import { optionsInLines } from "~/models/option-lines";
import { type Packed, unpack } from "~/models/packed";
import { pageSize } from "~/models/paging";
import { changePlanCheckDates } from "~/models/plan-checks/plan-check-dates.server";
import type { Viewer } from "~/models/policy";
import { assignments, permits, planChecks, users } from "~/models/tables.server";
import { undoChange } from "~/models/undo/undo-change.server";
import { findUndo } from "~/models/undo.server";
import { db, write } from "~/platform/db/db.server";
import { requestHtml } from "~/testing/page-request";
import { rendered, renderedInSteps, textOf } from "~/testing/rendered";
import { cookieFor, type Fields, openPage, sendForm } from "~/testing/send-form";
import { statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { type CalendarData, type PaperData, printCountText } from "./parts/calendar-data.server";
import { CalendarForPrint } from "./parts/calendar-for-print";
import { CalendarTable } from "./parts/calendar-table";

let administrator: Viewer;
let reviewer: Viewer;
let colleague: Viewer;
let city: { id: number };

beforeAll(async () => {
  city = await makeCity("Oakville");
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { name: "Maria Santos", disciplines: ["Fire"] });
  colleague = await makeViewer("employee", { name: "Owen Tran", disciplines: ["Fire"] });
});

async function createOverdue(of = reviewer): Promise<number> {
  const assignment = await assign(await makePermit(administrator, city.id), of, "Fire");
  const id = assignment?.id ?? 0;
  const employeeDueDate = addDays(today(), -1);
  await write((tx) => tx.update(assignments).set({ employeeDueDate }).where(eq(assignments.id, id)));
  return id;
}

async function load(query = "", viewer = administrator, cookie = ""): Promise<CalendarData> {
  const address = `/plan-check-calendar${query}`;
  const { page } = await openPage<{ calendar: Packed<CalendarData> }>(viewer, address, cookie);
  return unpack(page.calendar);
}
const forPrint = async (query = "", viewer = administrator) =>
  (await openPage<{ paper: PaperData }>(viewer, `/plan-check-calendar?print${query}`)).page.paper;
const complete = (viewer: Viewer, fields: Fields | undefined, query = "") =>
  sendForm(viewer, `/plan-check-calendar${query}`, fields);

const statusOf = async (id: number) =>
  (await db.select().from(assignments).where(eq(assignments.id, id)))[0]?.status;

describe("the page", () => {
  test("shows the rows of the filter in its address, and the filter", async () => {
    const id = await createOverdue();
    const calendar = await load(`?view=overdue&employeeId=${reviewer.employeeId}`);
    expect(calendar.rows.map((row) => row.id)).toContain(id);
    expect(calendar.filter).toEqual({ view: "overdue", employeeId: reviewer.employeeId, page: 1 });
    expect(calendar.due.overdue).toBe(calendar.total);
    expect((await load(`?employeeId=${colleague.employeeId}`)).total).toBe(0);
  });

  test.each(["?view=all", "?employeeId=abc", "?employeeId=987654", "?page=99"])(
    "ignores %s",
    async (query) => {
      await createOverdue();
      expect(await load(query)).toEqual(await load());
    },
  );

  test("lists the reviewers, and an inactive one while their assignments are shown", async () => {
    const inactive = await makeViewer("employee", { name: "Gone Away", disciplines: ["Fire"] });
    await assign(await makePermit(administrator, city.id), inactive, "Fire");
    await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, inactive.id)));
    const labels = async (query: string) =>
      optionsInLines((await load(query)).employees).map(({ label }) => label);
    expect(await labels("")).toEqual(["Maria Santos", "Owen Tran", "Gone Away"]);
    expect(await labels("?view=week")).toEqual(["Maria Santos", "Owen Tran"]);
    expect((await load(`?employeeId=${inactive.employeeId}`)).total).toBe(1);
  });

  test("runs as many queries for many rows as for one", async () => {
    const busy = await makeViewer("employee", { name: "Busy Bee", disciplines: ["Fire"] });
    const query = `?employeeId=${busy.employeeId}`;
    const add = async () => assign(await makePermit(administrator, city.id), busy, "Fire");
    await add();
    const few = await statementsOf(() => load(query));
    expect((await load(query)).rows).toHaveLength(1);
    for (let number = 0; number < pageSize; number += 1) await add();
    expect(await statementsOf(() => load(query))).toBe(few);
    expect((await load(query)).rows).toHaveLength(pageSize);
    expect(few).toBeGreaterThan(0);
    // One of them reads the session, and one the saved views.
    expect(few).toBeLessThanOrEqual(6);
  });
});

describe("the page to print", () => {
  test("has all rows of its filter, from any page of the calendar", async () => {
    const busy = await makeViewer("employee", { name: "Ada Busy", disciplines: ["Fire"] });
    for (let number = 0; number <= pageSize; number += 1)
      await assign(await makePermit(administrator, city.id), busy, "Fire");
    const paper = await forPrint(`&employeeId=${busy.employeeId}&page=2`);
    expect(paper.rows).toHaveLength(pageSize + 1);
    expect(paper).toMatchObject({
      filterText: "All Assignments · Ada Busy",
      count: "11 assignments",
      calendarAddress: `/plan-check-calendar?employeeId=${busy.employeeId}`,
      today: today(),
    });
    expect(await forPrint(`&view=week&employeeId=${busy.employeeId}`)).toMatchObject({
      filterText: "Due This Week · Ada Busy",
      count: "0 assignments",
      rows: [],
    });
  });

  test("has the first 500 rows by due date, and the total", async () => {
    const loaded = await makeViewer("employee", { disciplines: ["Fire"] });
    const {
      id: _id,
      idempotencyKey: _key,
      urban37PermitNumber,
      ...permit
    } = await makePermit(administrator, city.id);
    await write(async (tx) => {
      const permitRows = Array.from({ length: 501 }, (_, index) => ({
        ...permit,
        urban37PermitNumber: `${urban37PermitNumber}-${index}`,
      }));
      const created = await tx.insert(permits).values(permitRows).returning({ id: permits.id });
      const work = created.map(({ id: permitId }, index) => ({
        permitId,
        reviewCycle: permit.reviewCycle,
        discipline: "Fire" as const,
        employeeId: loaded.employeeId ?? 0,
        // The last row is due first.
        employeeDueDate: addDays(today(), index === 500 ? -1 : 0),
        status: "assigned" as const,
        createdAt: permit.createdAt,
        updatedAt: permit.updatedAt,
      }));
      await tx.insert(assignments).values(work);
    });
    const { rows, count } = await forPrint(`&employeeId=${loaded.employeeId}`);
    expect(count).toBe("The first 500 of 501");
    expect(rows).toHaveLength(500);
    expect(rows[0]?.employeeDueDate).toBe(addDays(today(), -1));
  });

  test("links to the full calendar without a filter", async () => {
    const paper = await forPrint();
    expect(paper).toMatchObject({
      filterText: "All Assignments · All Employees",
      calendarAddress: "/plan-check-calendar",
    });
  });
});

test.each([
  [1, 1, "1 assignment"],
  [500, 500, "500 assignments"],
  [500, 1_170_000, "The first 500 of 1,170,000"],
])("the count of %i rows of %i is written as text", (rows, total, text) => {
  expect(printCountText(rows, total)).toBe(text);
});

const markedAsCompleted = "Assignment marked as completed";

describe("Complete", () => {
  test.each(["administrator", "reviewer"])("by the %s redirects to the same filter", async (name) => {
    const id = await createOverdue();
    const viewer = name === "reviewer" ? reviewer : administrator;
    const query = `?view=overdue&employeeId=${reviewer.employeeId}`;
    expect(await complete(viewer, { assignmentId: id }, query)).toMatchObject({
      status: 302,
      location: `/plan-check-calendar${query}`,
      toast: markedAsCompleted,
    });
    expect(await statusOf(id)).toBe("completed");
    expect((await load(query)).rows.map((row) => row.id)).not.toContain(id);
    expect((await load()).rows.find((row) => row.id === id)?.status).toBe("completed");
  });

  test("without a valid filter redirects to the address without parameters", async () => {
    const { location } = await complete(
      reviewer,
      { assignmentId: await createOverdue() },
      "?view=nonsense&x=1",
    );
    expect(location).toBe("/plan-check-calendar");
  });

  test("is refused to another reviewer, and changes nothing", async () => {
    const id = await createOverdue();
    expect(await complete(colleague, { assignmentId: id })).toMatchObject({ status: 403 });
    expect(await statusOf(id)).toBe("assigned");
  });

  test("of a deleted assignment shows a message on the page", async () => {
    expect(await complete(administrator, { assignmentId: 987654 })).toMatchObject({
      status: 404,
      failure: "Assignment not found",
    });
  });

  test.each<Record<string, string>>([{}, { assignmentId: "abc" }, { assignmentId: "0" }])(
    "without a valid id is refused: %j",
    async (fields) => {
      expect(await complete(administrator, fields)).toMatchObject({ status: 400 });
    },
  );
});

describe("an assignment that was just completed", () => {
  let busy: Viewer;
  beforeEach(async () => {
    busy = await makeViewer("employee", { disciplines: ["Fire"] });
  });
  const query = () => `?view=overdue&employeeId=${busy.employeeId}`;

  type Sent = Awaited<ReturnType<typeof complete>>;
  const loadAfter = ({ cookie }: Sent, address = query()) => load(address, busy, cookie);
  const idsOf = ({ rows }: CalendarData) => rows.map(({ id }) => id);

  test("stays in its place until the next load, also as the last of its page", async () => {
    for (let number = 0; number <= pageSize; number += 1) await createOverdue(busy);
    const pages = [query(), `${query()}&page=2`];
    for (const address of pages) {
      const before = await load(address, reviewer);
      for (const { id } of [before.rows[0], before.rows.at(-1)].filter((row) => row !== undefined)) {
        const after = await loadAfter(await complete(busy, { assignmentId: id }, address), address);
        expect(idsOf(after)).toEqual(idsOf(before));
        expect(after).toMatchObject({ total: before.total, completedId: id });
        expect(after.rows.find((row) => row.id === id)?.status).toBe("completed");
        expect(idsOf(await load(address, reviewer))).not.toContain(id);
        await undoChange(busy, (await findUndo(busy, "assignment", id)) ?? 0);
        expect(idsOf(await load(address, reviewer))).toEqual(idsOf(before));
      }
    }
  });

  test("is not listed with a filter that it never matched", async () => {
    const response = await complete(busy, { assignmentId: await createOverdue(busy) }, query());
    for (const address of ["?view=week", `?view=overdue&employeeId=${colleague.employeeId}`]) {
      expect(idsOf(await loadAfter(response, address))).toEqual(idsOf(await load(address, reviewer)));
    }
  });
});

test("a decision that a new reviewer would take back is asked about", async () => {
  const own = (await makeCity()).id;
  await switchCorrections(own, true);
  const permit = await makePermit(administrator, own);
  const { id = 0 } = (await assign(permit, reviewer, "Fire")) ?? {};
  await decide(reviewer, id, { decision: "approved" });
  const stored = async () => (await db.select().from(assignments).where(eq(assignments.id, id)))[0];
  const give = async (fields: Fields = {}) =>
    sendForm(administrator, "/plan-check-calendar?many", {
      ...{ change: "reviewer", asked: "on", choice: colleague.employeeId, ...fields },
      ticked: tickOf({ id, updatedAt: (await stored())?.updatedAt ?? "" }),
    });
  const asked = await give();
  expect(asked).toMatchObject({
    status: 400,
    questions: [
      `the new plan reviewer decides again, and the decision of ${permit.urban37PermitNumber} Fire is taken back`,
    ],
  });
  expect((await stored())?.decision).toBe("approved");
  expect((await give({ choice: reviewer.employeeId })).questions).toBeUndefined();
  expect((await give({ confirmed: asked.questions })).status).toBe(302);
  expect(await stored()).toMatchObject({ employeeId: colleague.employeeId, decision: null });
});

test("a completed review of a city that uses corrections lacks its decision", async () => {
  const busy = await makeViewer("employee", { disciplines: ["Fire"] });
  const id = await createOverdue(busy);
  const rowOf = async () => (await load(`?employeeId=${busy.employeeId}`)).rows.find((row) => row.id === id);
  await complete(busy, { assignmentId: id });
  expect(await rowOf()).toMatchObject({ status: "completed", lacksDecision: false });
  await switchCorrections(city.id, true);
  expect(await rowOf()).toMatchObject({ status: "completed", lacksDecision: true, isFinished: false });
  await changePlanCheckDates(administrator, (await rowOf())?.permitId ?? 0, "PC1", { receivedOn: today() });
  await write((tx) => tx.update(planChecks).set({ state: "released", releasedAt: now() }));
  expect(await rowOf()).toMatchObject({ isFinished: true });
  await switchCorrections(city.id, false);
});

describe("as HTML", () => {
  let busy: Viewer;
  beforeEach(async () => {
    busy = await makeViewer("employee", { disciplines: ["Fire"] });
    await assign(await makePermit(administrator, city.id), busy, "Fire");
  });
  const query = () => `?employeeId=${busy.employeeId}`;

  test("the calendar has its specified headings, with 'Provider permit number'", async () => {
    const html = await (await requestHtml(`/plan-check-calendar${query()}`, await cookieFor(busy))).text();
    const headings = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, heading = ""]) =>
      textOf(heading),
    );
    expect(headings.slice(-9)).toEqual([
      "Employee",
      "Discipline",
      "Provider permit number",
      "Project",
      "Employee Due Date",
      "Permit Due Date",
      "Days Until Due",
      "Status",
      "Actions",
    ]);
    expect(html).not.toContain('"Permit Number"');
    expect(html).toMatch(/<th scope="row"[^>]*data-label="Provider permit number"/);
    expect(html).toMatch(/<span role="status"[^>]*><span[^>]*>1 assignment</);
  });

  test("a row that was just completed keeps its button, and so the focus; a finished review offers none", async () => {
    const calendar = await load(query(), busy);
    const [row] = calendar.rows;
    const buttonOf = (changes: object, completedId?: number) => {
      const shown = { ...calendar, rows: [{ ...row, ...changes }], completedId };
      const html = rendered(<CalendarTable {...(shown as typeof calendar)} />);
      return /<button[^>]*>(?=Complete<)/.exec(html)?.[0];
    };
    expect(buttonOf({})).toContain('type="submit"');
    expect(buttonOf({ status: "completed" })).toBeUndefined();
    expect(buttonOf({ isFinished: true })).toBeUndefined();
    const done = buttonOf({ status: "completed" }, row?.id);
    expect(done).toMatch(/type="button".*aria-disabled="true"/);
    expect(done).not.toContain('disabled=""');
  });

  test("the calendar to print renders 500 rows in steps, in their order and without scripts", async () => {
    const paper = await forPrint("", busy);
    const rows = paper.rows.slice(0, 1).flatMap((row) =>
      Array.from({ length: 500 }, (_, index) => ({
        ...row,
        id: index + 1,
        urban37PermitNumber: `PRINTED-${index + 1}-`,
      })),
    );
    const { html, steps } = await renderedInSteps(
      <CalendarForPrint paper={{ ...paper, rows }} />,
      "/plan-check-calendar?print",
    );
    const printed = [...html.matchAll(/PRINTED-(\d+)-/g)].map(([, number]) => Number(number));
    expect(printed).toEqual(rows.map(({ id }) => id));
    expect(steps).toBeGreaterThanOrEqual(10);
    expect(html).not.toMatch(/<template|<script|\$RC/);
  });
});
