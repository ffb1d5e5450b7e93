import Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { assign, makeCity, makePermit, makeViewer, statementsOf } from "~/testing/test-rows";
import { addDays } from "../calendar-date";
import { write, writer } from "../db.server";
import { pageSize } from "../paging";
import { displayName } from "../person";
import type { Viewer } from "../policy";
import { assignments, permits } from "../tables.server";
import type { AssignmentStatus } from "./assignment";
import { countDue, daysAhead, listCalendar, listOnPaper } from "./calendar.server";
import type { CalendarFilter } from "./calendar-filter";

const today = "2026-11-20";
let administrator: Viewer;
let city: { id: number };
/** Of each test's own: nothing that another test makes is theirs. */
let reviewer: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  city = await makeCity("Oakville");
});

beforeEach(async () => {
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
});

type Facts = { due?: string | null; status?: AssignmentStatus; employee?: Viewer };

async function make({ due = null, status = "assigned", employee = reviewer }: Facts = {}) {
  const permit = await makePermit(administrator, city.id);
  const assignment = await assign(permit, employee, "Fire");
  const id = assignment?.id ?? 0;
  await write((tx) =>
    tx.update(assignments).set({ employeeDueDate: due, status }).where(eq(assignments.id, id)),
  );
  return { id, permitId: permit.id };
}

const list = (filter: CalendarFilter = {}) =>
  listCalendar(administrator, { employeeId: reviewer.employeeId ?? 0, ...filter }, today);
const dates = async (filter?: CalendarFilter) =>
  (await list(filter)).rows.map(({ employeeDueDate }) => employeeDueDate);

async function makeAround() {
  for (const days of [8, 7, 1, 0, -1, -30]) await make({ due: addDays(today, days) });
  await make();
  for (const days of [-2, 2]) await make({ due: addDays(today, days), status: "completed" });
}

describe("the views", () => {
  test("all assignments are in order of their due dates, those without one last", async () => {
    await makeAround();
    const days = [-30, -2, -1, 0, 1, 2, 7, 8].map((each) => addDays(today, each));
    expect(await dates()).toEqual([...days, null]);
  });

  test("overdue is what was due before today and is not completed", async () => {
    await makeAround();
    expect(await dates({ view: "overdue" })).toEqual([addDays(today, -30), addDays(today, -1)]);
  });

  test("due this week is from today up to seven days ahead and not completed", async () => {
    await makeAround();
    expect(await dates({ view: "week" })).toEqual([0, 1, 7].map((each) => addDays(today, each)));
  });

  test.each(["overdue", "week"] as const)("%s has what is in progress", async (view) => {
    await make({ due: addDays(today, view === "week" ? 3 : -3), status: "in_progress" });
    expect((await list({ view })).total).toBe(1);
  });

  test("an assignment of another cycle is in none", async () => {
    const { permitId } = await make({ due: today });
    await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, permitId)));
    expect((await list()).total).toBe(0);
    expect((await list({ view: "week" })).total).toBe(0);
  });

  test("one employee's are without anybody else's", async () => {
    const other = await makeViewer("employee", { disciplines: ["Fire"] });
    await make({ due: today });
    await make({ due: today, employee: other });
    expect((await list()).rows.map(({ employeeId }) => employeeId)).toEqual([reviewer.employeeId]);
    const everybody = await list({ employeeId: undefined });
    expect(everybody.total).toBeGreaterThanOrEqual(2);
  });
});

test("pages follow each other without a gap, and one that does not exist becomes the nearest", async () => {
  for (let made = 0; made <= pageSize; made += 1) await make({ due: addDays(today, made) });
  const [first, second, rowsAfter] = [await list(), await list({ page: 2 }), await list({ page: 99 })];
  expect([first.total, first.rows.length, second.rows.length]).toEqual([pageSize + 1, pageSize, 1]);
  expect(second.rows[0]?.employeeDueDate).toBe(addDays(today, pageSize));
  expect(rowsAfter).toEqual(second);
});

test("ten rows take as many statements as one", async () => {
  const everything = async () => {
    await list();
    await countDue(administrator, reviewer.employeeId ?? 0, today);
  };
  await make({ due: today });
  const few = await statementsOf(everything);
  for (let made = 1; made < 10; made += 1) await make({ due: addDays(today, made) });
  expect((await list()).rows).toHaveLength(10);
  expect([few, await statementsOf(everything)]).toEqual([3, 3]);
});

describe("who may work on an assignment", () => {
  test("an administrator on any, a reviewer on their own", async () => {
    await make();
    const other = await makeViewer("employee", { disciplines: ["Fire"] });
    const mayWork = async (viewer: Viewer) =>
      (await listCalendar(viewer, { employeeId: reviewer.employeeId ?? 0 }, today)).rows[0]?.mayWork;
    expect(await mayWork(administrator)).toBe(true);
    expect(await mayWork(reviewer)).toBe(true);
    expect(await mayWork(other)).toBe(false);
  });

  test("a city user and somebody without a role read no calendar", async () => {
    for (const viewer of [await makeViewer("city", { cityId: city.id }), await makeViewer(null)]) {
      await expect(listCalendar(viewer, {}, today)).rejects.toMatchObject({ status: 403 });
      await expect(countDue(viewer, undefined, today)).rejects.toMatchObject({ status: 403 });
    }
  });
});

test("what is due is counted per day for two weeks, with all that is overdue together", async () => {
  await makeAround();
  await make({ due: addDays(today, daysAhead - 1) });
  await make({ due: addDays(today, daysAhead) });
  const { overdue, days } = await countDue(administrator, reviewer.employeeId ?? 0, today);
  expect(overdue).toBe(2);
  expect(days.map(({ count }) => count)).toEqual([1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1]);
  expect(days[0]?.date).toBe(today);
});

describe("on paper", () => {
  const onPaper = (filter: CalendarFilter = {}, limits?: { rows: number; counted: number }) =>
    listOnPaper(administrator, { employeeId: reviewer.employeeId ?? 0, ...filter }, today, limits);

  test.each([undefined, "overdue", "week"] as const)(
    "are the rows of all pages, of view %s",
    async (view) => {
      await makeAround();
      await makeAround();
      const { rows: first, total } = await list({ view });
      const second = total > first.length ? (await list({ view, page: 2 })).rows : [];
      const paper = await onPaper({ view });
      expect(paper.rows).toEqual([...first, ...second]);
      expect(paper).toMatchObject({ total, isCapped: false });
    },
  );

  test("are the first by due date where there are more, and how many there are", async () => {
    await makeAround();
    const { rows, total } = await onPaper({}, { rows: 4, counted: 100 });
    expect(rows.map(({ employeeDueDate }) => employeeDueDate)).toEqual(
      [-30, -2, -1, 0].map((days) => addDays(today, days)),
    );
    expect(total).toBe(9);
  });

  test("reach into those without a due date, and are counted to a limit", async () => {
    await make({ due: addDays(today, 40) });
    for (let number = 0; number < 3; number += 1) await make();
    const { rows, total, isCapped } = await onPaper({}, { rows: 3, counted: 3 });
    expect(rows.map(({ employeeDueDate }) => employeeDueDate)).toEqual([addDays(today, 40), null, null]);
    expect({ total, isCapped }).toEqual({ total: 3, isCapped: true });
  });

  test("are those of current cycles, under the name of whose they are", async () => {
    const { permitId } = await make({ due: today });
    await make({ due: today });
    await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, permitId)));
    const { rows, total, employeeName } = await onPaper();
    expect(rows).toHaveLength(1);
    expect(total).toBe(1);
    expect(employeeName).toBe(displayName(reviewer));
  });

  test("are everybody's where nobody knows the employee that is asked for", async () => {
    await make({ due: today });
    const everybodys = await onPaper({ employeeId: undefined });
    expect(await onPaper({ employeeId: 987_654 })).toEqual(everybodys);
    expect(everybodys.employeeName).toBeUndefined();
  });

  test.each<CalendarFilter>([
    {},
    { view: "overdue" },
    { view: "week" },
    { employeeId: 1 },
    { view: "week", employeeId: 1 },
  ])("come from an index in their order: %j", async (filter) => {
    const prepare = vi.spyOn(Database.prototype as Database.Database, "prepare");
    await listOnPaper(administrator, filter, today);
    const statements = prepare.mock.calls.map(([statement]) => statement);
    prepare.mockRestore();
    const ofAssignments = statements.filter((statement) => statement.includes('from "assignments"'));
    expect(ofAssignments.length).toBeGreaterThan(2);
    for (const statement of ofAssignments) {
      const plan = planOf(statement);
      expect(plan, statement).toMatch(/SEARCH assignments USING/);
      expect(plan, statement).not.toMatch(/SCAN (assignments|permits)/);
      // What was found is read by its ids, a thousand at most, and put in order then.
      if (!plan.includes("assignments USING INTEGER PRIMARY KEY")) expect(plan).not.toMatch(/TEMP B-TREE/);
    }
  });

  test("are for staff alone", async () => {
    const cityUser = await makeViewer("city", { cityId: city.id });
    await expect(listOnPaper(cityUser, {}, today)).rejects.toMatchObject({ status: 403 });
  });
});

function planOf(statement: string): string {
  const steps = writer
    .prepare(`EXPLAIN QUERY PLAN ${statement}`)
    .all(...Array(statement.split("?").length - 1).fill(1)) as { detail: string }[];
  return steps.map(({ detail }) => detail).join("; ");
}
