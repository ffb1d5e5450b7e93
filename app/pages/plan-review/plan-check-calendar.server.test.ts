import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "~/models/calendar-date";
import { now, today } from "~/models/clock.server";
import { db, write } from "~/models/db.server";
import { pageSize } from "~/models/paging";
import { updateAssignment } from "~/models/plan-review/assignment.server";
import { changePlanCheckDates } from "~/models/plan-review/plan-check-dates.server";
import type { Viewer } from "~/models/policy";
import { assignments, permits, planChecks, users } from "~/models/tables.server";
import { statementsOf } from "~/testing/statements";
import { cookieOf } from "~/testing/test-addresses";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { readUndo, takeToast } from "~/toast.server";
import {
  completeAssignment,
  loadCalendarForPrint,
  loadPlanCheckCalendar,
  printCountText,
} from "./plan-check-calendar.server";

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

const requestWith = ({ headers }: Response) =>
  new Request("http://localhost:3000/", { headers: { cookie: cookieOf(headers.get("set-cookie")) } });

async function createOverdue(of = reviewer): Promise<number> {
  const assignment = await assign(await makePermit(administrator, city.id), of, "Fire");
  const id = assignment?.id ?? 0;
  const employeeDueDate = addDays(today(), -1);
  await write((tx) => tx.update(assignments).set({ employeeDueDate }).where(eq(assignments.id, id)));
  return id;
}

const addressOf = (query: string) => new URL(`http://localhost:3000/plan-check-calendar${query}`);
const load = (query = "", viewer = administrator) => loadPlanCheckCalendar(viewer, addressOf(query));

function complete(viewer: Viewer, fields: Record<string, string>, query = "") {
  const url = addressOf(query);
  const request = new Request(url, { method: "POST", body: new URLSearchParams(fields) });
  return completeAssignment(request, viewer, url);
}

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
    const labels = async (query: string) => (await load(query)).employees.map(({ label }) => label);
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
    expect(few).toBeLessThanOrEqual(4);
  });
});

describe("the page to print", () => {
  const forPrint = (query: string) => loadCalendarForPrint(administrator, addressOf(query));

  test("has all rows of its filter, from any page of the calendar", async () => {
    const busy = await makeViewer("employee", { name: "Ada Busy", disciplines: ["Fire"] });
    for (let number = 0; number <= pageSize; number += 1)
      await assign(await makePermit(administrator, city.id), busy, "Fire");
    const paper = await forPrint(`?employeeId=${busy.employeeId}&page=2&print`);
    expect(paper.rows).toHaveLength(pageSize + 1);
    expect(paper).toMatchObject({
      filterText: "All Assignments · Ada Busy",
      count: "11 assignments",
      calendarAddress: `/plan-check-calendar?employeeId=${busy.employeeId}`,
      today: today(),
    });
    expect(await forPrint(`?view=week&employeeId=${busy.employeeId}&print`)).toMatchObject({
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
    const { rows, count } = await forPrint(`?employeeId=${loaded.employeeId}&print`);
    expect(count).toBe("The first 500 of 501");
    expect(rows).toHaveLength(500);
    expect(rows[0]?.employeeDueDate).toBe(addDays(today(), -1));
  });

  test("links to the full calendar without a filter", async () => {
    const paper = await forPrint("?print");
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

describe("Complete", () => {
  test.each(["administrator", "reviewer"])("by the %s redirects to the same filter", async (name) => {
    const id = await createOverdue();
    const viewer = name === "reviewer" ? reviewer : administrator;
    const query = `?view=overdue&employeeId=${reviewer.employeeId}`;
    const response = (await complete(viewer, { assignmentId: String(id) }, query)) as Response;
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`/plan-check-calendar${query}`);
    expect(response.headers.get("set-cookie")).toContain("toast=");
    expect(await statusOf(id)).toBe("completed");
    expect((await load(query)).rows.map((row) => row.id)).not.toContain(id);
    expect((await load()).rows.find((row) => row.id === id)?.status).toBe("completed");
  });

  test("without a valid filter redirects to the address without parameters", async () => {
    const formResult = await complete(
      reviewer,
      { assignmentId: String(await createOverdue()) },
      "?view=nonsense&x=1",
    );
    expect((formResult as Response).headers.get("location")).toBe("/plan-check-calendar");
  });

  test("is refused to another reviewer, and changes nothing", async () => {
    const id = await createOverdue();
    await expect(complete(colleague, { assignmentId: String(id) })).rejects.toMatchObject({ status: 403 });
    expect(await statusOf(id)).toBe("assigned");
  });

  test("of a deleted assignment shows a message on the page", async () => {
    const formResult = await complete(administrator, { assignmentId: "987654" });
    expect(formResult).toMatchObject({ data: { failure: "Assignment not found" }, init: { status: 404 } });
  });

  test.each<Record<string, string>>([{}, { assignmentId: "abc" }, { assignmentId: "0" }])(
    "without a valid id is refused: %j",
    async (fields) => {
      expect(await complete(administrator, fields)).toMatchObject({ init: { status: 400 } });
    },
  );
});

describe("an assignment that was just completed", () => {
  let busy: Viewer;
  beforeEach(async () => {
    busy = await makeViewer("employee", { disciplines: ["Fire"] });
  });
  const query = () => `?view=overdue&employeeId=${busy.employeeId}`;
  const seen = "Assignment marked as completed";

  async function undoAfter(response: unknown) {
    const cookie = cookieOf((response as Response).headers.get("set-cookie"));
    return readUndo(new Request(addressOf(query()), { headers: { cookie } }));
  }
  const loadAfter = async (response: unknown, address = query()) =>
    loadPlanCheckCalendar(busy, addressOf(address), today(), await undoAfter(response));
  const idsOf = ({ rows }: Awaited<ReturnType<typeof load>>) => rows.map(({ id }) => id);

  test("stays in its place until the next load, also as the last of its page", async () => {
    for (let number = 0; number <= pageSize; number += 1) await createOverdue(busy);
    const pages = [query(), `${query()}&page=2`];
    for (const address of pages) {
      const before = await load(address, reviewer);
      for (const { id } of [before.rows[0], before.rows.at(-1)].filter((row) => row !== undefined)) {
        const response = await complete(busy, { assignmentId: String(id) }, address);
        const after = await loadAfter(response, address);
        expect(idsOf(after)).toEqual(idsOf(before));
        expect(after).toMatchObject({ total: before.total, completed: { id } });
        expect(after.rows.find((row) => row.id === id)?.status).toBe("completed");
        expect(idsOf(await load(address, reviewer))).not.toContain(id);
        await complete(busy, (await undoAfter(response))?.fields ?? {}, address);
        expect(idsOf(await load(address, reviewer))).toEqual(idsOf(before));
      }
    }
  });

  test("is set back to the status that it had", async () => {
    const id = await createOverdue(busy);
    await write((tx) => tx.update(assignments).set({ status: "in_progress" }).where(eq(assignments.id, id)));
    const undo = await undoAfter(await complete(busy, { assignmentId: String(id) }, query()));
    expect(undo).toMatchObject({
      action: `/plan-check-calendar${query()}`,
      fields: { backTo: "in_progress" },
    });
    const response = (await complete(busy, undo?.fields ?? {}, query())) as Response;
    expect(response.headers.get("location")).toBe(undo?.action);
    expect(await statusOf(id)).toBe("in_progress");
    expect(await undoAfter(response)).toBeUndefined();
  });

  test("is not set back once it was changed again, or by another reviewer", async () => {
    const id = await createOverdue(busy);
    const undo = await undoAfter(await complete(busy, { assignmentId: String(id) }, query()));
    await expect(complete(colleague, undo?.fields ?? {})).rejects.toMatchObject({ status: 403 });
    await updateAssignment(busy, id, { comment: "See sheet A-1" });
    expect(await complete(busy, undo?.fields ?? {})).toMatchObject({
      data: { failure: "This assignment was changed after it was completed. Nothing was undone." },
      init: { status: 409 },
    });
    expect(await statusOf(id)).toBe("completed");
  });

  test("that was completed before offers nothing to undo", async () => {
    const id = await createOverdue(busy);
    await complete(busy, { assignmentId: String(id) });
    const again = (await complete(busy, { assignmentId: String(id) })) as Response;
    expect(await undoAfter(again)).toBeUndefined();
    expect((await takeToast(requestWith(again))).toast).toMatchObject({ message: seen });
  });

  test("is not listed with a filter that it never matched", async () => {
    const response = await complete(busy, { assignmentId: String(await createOverdue(busy)) }, query());
    for (const address of ["?view=week", `?view=overdue&employeeId=${colleague.employeeId}`]) {
      expect(idsOf(await loadAfter(response, address))).toEqual(idsOf(await load(address, reviewer)));
    }
  });
});

test("a completed review of a city that uses corrections lacks its decision", async () => {
  const busy = await makeViewer("employee", { disciplines: ["Fire"] });
  const id = await createOverdue(busy);
  const rowOf = async () => (await load(`?employeeId=${busy.employeeId}`)).rows.find((row) => row.id === id);
  await complete(busy, { assignmentId: String(id) });
  expect(await rowOf()).toMatchObject({ status: "completed", lacksDecision: false });
  await switchCorrections(city.id, true);
  expect(await rowOf()).toMatchObject({ status: "completed", lacksDecision: true, isFinished: false });
  await changePlanCheckDates(administrator, (await rowOf())?.permitId ?? 0, "PC1", { receivedOn: today() });
  await write((tx) => tx.update(planChecks).set({ state: "released", releasedAt: now() }));
  expect(await rowOf()).toMatchObject({ isFinished: true });
  await switchCorrections(city.id, false);
});
