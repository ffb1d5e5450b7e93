import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assign, makeCity, makePermit, makeViewer, statementsOf } from "~/testing/test-rows";
import { addDays } from "../calendar-date";
import { write } from "../db.server";
import type { Viewer } from "../policy";
import { assignments, permits } from "../tables.server";
import type { AssignmentStatus } from "./assignment";
import { calendarPageSize, countDue, daysAhead, listCalendar } from "./calendar.server";
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
  for (let made = 0; made <= calendarPageSize; made += 1) await make({ due: addDays(today, made) });
  const [first, second, beyond] = [await list(), await list({ page: 2 }), await list({ page: 99 })];
  expect([first.total, first.rows.length, second.rows.length]).toEqual([
    calendarPageSize + 1,
    calendarPageSize,
    1,
  ]);
  expect(second.rows[0]?.employeeDueDate).toBe(addDays(today, calendarPageSize));
  expect(beyond).toEqual(second);
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
