import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { db, write } from "~/models/db.server";
import { readOptionLines } from "~/models/options";
import { pageSize } from "~/models/paging";
import type { Viewer } from "~/models/policy";
import { assignments, permits, users } from "~/models/tables.server";
import { statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
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

async function createOverdue(): Promise<number> {
  const assignment = await assign(await makePermit(administrator, city.id), reviewer, "Fire");
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
    const labels = async (query: string) =>
      readOptionLines((await load(query)).employees).map(({ label }) => label);
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
