import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { write } from "~/platform/db/db.server";
import { statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { addDays } from "../calendar-date";
import { pageSize } from "../paging";
import { personName } from "../person";
import type { Viewer } from "../policy";
import { assignments, permits } from "../tables.server";
import type { AssignmentStatus } from "./assignment";
import { daysAhead, listCalendar, listForPrint } from "./calendar.server";
import type { CalendarFilter } from "./calendar-filter";

const today = "2026-11-20";
let administrator: Viewer;
let city: { id: number };
/** A new reviewer for each test, without assignments of other tests. */
let reviewer: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  city = await makeCity("Oakville");
});

beforeEach(async () => {
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
});

type Facts = { due?: string | null; status?: AssignmentStatus; employee?: Viewer };

async function createAssignment({ due = null, status = "assigned", employee = reviewer }: Facts = {}) {
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
const countDue = async (viewer: Viewer, employeeId: number | undefined, day: string) =>
  (await listCalendar(viewer, { employeeId }, day)).due;
const dates = async (filter?: CalendarFilter) =>
  (await list(filter)).rows.map(({ employeeDueDate }) => employeeDueDate);

async function createAssignmentsAroundToday() {
  for (const days of [8, 7, 1, 0, -1, -30]) await createAssignment({ due: addDays(today, days) });
  await createAssignment();
  for (const days of [-2, 2]) await createAssignment({ due: addDays(today, days), status: "completed" });
}

describe("the views", () => {
  test("without a view, all assignments are sorted by due date, those without one last", async () => {
    await createAssignmentsAroundToday();
    const days = [-30, -2, -1, 0, 1, 2, 7, 8].map((day) => addDays(today, day));
    expect(await dates()).toEqual([...days, null]);
  });

  test("overdue has the uncompleted assignments due before today", async () => {
    await createAssignmentsAroundToday();
    expect(await dates({ view: "overdue" })).toEqual([addDays(today, -30), addDays(today, -1)]);
  });

  test("week has the uncompleted assignments due from today to seven days ahead", async () => {
    await createAssignmentsAroundToday();
    expect(await dates({ view: "week" })).toEqual([0, 1, 7].map((day) => addDays(today, day)));
  });

  test("open has what is not completed, of any day and none", async () => {
    await createAssignmentsAroundToday();
    const days = [-30, -1, 0, 1, 7, 8].map((day) => addDays(today, day));
    expect(await dates({ view: "open" })).toEqual([...days, null]);
    expect((await list({ view: "open" })).total).toBe(7);
  });

  test("on hold has the open ones of permits on hold, and no other", async () => {
    await createAssignmentsAroundToday();
    for (const [status, days] of [
      ["hold", 3],
      ["hold", -3],
      ["cancelled", 2],
    ] as const) {
      const { permitId } = await createAssignment({ due: addDays(today, days) });
      await write((tx) => tx.update(permits).set({ status }).where(eq(permits.id, permitId)));
    }
    const held = [addDays(today, -3), addDays(today, 3)];
    expect(await dates({ view: "hold" })).toEqual(held);
    const { total, rows } = await listCalendar(administrator, { view: "hold" }, today);
    expect(total).toBeGreaterThanOrEqual(rows.length);
    expect(rows.map(({ permitStatus }) => permitStatus)).toEqual(rows.map(() => "hold"));
  });

  test("a day and a week have what is due on their days, and the days of the week their counts", async () => {
    await createAssignmentsAroundToday();
    await createAssignment({ due: addDays(today, 400) });
    expect(await dates({ day: addDays(today, 7) })).toEqual([addDays(today, 7)]);
    const { rows, total, days } = await list({ week: "2026-11-16" });
    expect(rows.map(({ employeeDueDate }) => employeeDueDate)).toEqual([
      "2026-11-19",
      "2026-11-20",
      "2026-11-21",
    ]);
    expect(total).toBe(3);
    expect(days?.map(({ count }) => count)).toEqual([0, 0, 0, 1, 1, 1, 0]);
    expect(days?.[0]?.date).toBe("2026-11-16");
    expect((await list({ day: "2026-11-22" })).days?.[0]?.date).toBe("2026-11-16");
    expect((await list({ day: addDays(today, 400) })).total).toBe(1);
    expect((await list({ view: "open" })).days).toBeUndefined();
  });

  test("a page has as many rows as are chosen", async () => {
    for (let number = 0; number <= 25; number += 1) await createAssignment({ due: today });
    for (const [rows, page, shown] of [
      [undefined, 3, 6],
      [25, 2, 1],
      [50, 9, 26],
    ] as const) {
      const listed = await list({ view: "open", rows, page });
      expect([listed.rows.length, listed.total]).toEqual([shown, 26]);
    }
  });

  test.each(["hold", "cancelled"] as const)(
    "nothing is overdue or due of a permit that is %s",
    async (status) => {
      const countAll = async () => countDue(administrator, undefined, today);
      const before = await countAll();
      for (const days of [-1, 0]) {
        const { permitId } = await createAssignment({ due: addDays(today, days) });
        await write((tx) => tx.update(permits).set({ status }).where(eq(permits.id, permitId)));
      }
      expect(await dates({ view: "overdue" })).toEqual([]);
      expect(await dates({ view: "week" })).toEqual([]);
      const { rows, due } = await list();
      expect(rows.map(({ permitStatus }) => permitStatus)).toEqual([status, status]);
      expect([due.overdue, due.days[0]]).toEqual([0, 0]);
      expect(await countAll()).toEqual(before);
    },
  );

  test.each(["overdue", "week"] as const)("%s includes assignments in progress", async (view) => {
    await createAssignment({ due: addDays(today, view === "week" ? 3 : -3), status: "in_progress" });
    expect((await list({ view })).total).toBe(1);
  });

  test("no view has an assignment of another cycle", async () => {
    const { permitId } = await createAssignment({ due: today });
    await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, permitId)));
    expect((await list()).total).toBe(0);
    expect((await list({ view: "week" })).total).toBe(0);
  });

  test("the filter by employee excludes other employees", async () => {
    const other = await makeViewer("employee", { disciplines: ["Fire"] });
    await createAssignment({ due: today });
    await createAssignment({ due: today, employee: other });
    expect((await list()).rows.map(({ employeeId }) => employeeId)).toEqual([reviewer.employeeId]);
    const all = await list({ employeeId: undefined });
    expect(all.total).toBeGreaterThanOrEqual(2);
  });
});

test("pages continue without a gap, and a page that does not exist becomes the nearest one", async () => {
  for (let days = 0; days <= pageSize; days += 1) await createAssignment({ due: addDays(today, days) });
  const [first, second, nearest] = [await list(), await list({ page: 2 }), await list({ page: 99 })];
  expect([first.total, first.rows.length, second.rows.length]).toEqual([pageSize + 1, pageSize, 1]);
  expect(second.rows[0]?.employeeDueDate).toBe(addDays(today, pageSize));
  expect(nearest).toEqual(second);
});

test("pages of a view continue within a day, without what is paused", async () => {
  const expected: number[] = [];
  for (const days of [-40, -39, -3, -2, -1]) {
    for (let count = 1; count <= 5; count += 1) {
      const { id, permitId } = await createAssignment({ due: addDays(today, days) });
      const isPaused = days === -40 || count === 1;
      if (!isPaused) expected.push(id);
      else await write((tx) => tx.update(permits).set({ status: "hold" }).where(eq(permits.id, permitId)));
    }
  }
  const pages = [1, 2, 3].map((page) => list({ view: "overdue", page }));
  const [first, second, nearest] = await Promise.all(pages);
  const idsOf = (page?: typeof first) => page?.rows.map(({ id }) => id);
  expect([idsOf(first), idsOf(second)]).toEqual([expected.slice(0, 10), expected.slice(10)]);
  expect(nearest).toEqual(second);
  const paged = await list({ view: "overdue", rows: 25, page: 1 });
  expect([paged.total, idsOf(paged)]).toEqual([16, expected]);
});

test("ten rows take as many statements as one row", async () => {
  await createAssignment({ due: today });
  const statementsForOne = await statementsOf(list);
  for (let days = 1; days < 10; days += 1) await createAssignment({ due: addDays(today, days) });
  expect((await list()).rows).toHaveLength(10);
  expect([statementsForOne, await statementsOf(list)]).toEqual([3, 3]);
});

describe("permissions", () => {
  test("administrators may work on any assignment, reviewers on their own", async () => {
    await createAssignment();
    const other = await makeViewer("employee", { disciplines: ["Fire"] });
    const mayWork = async (viewer: Viewer) =>
      (await listCalendar(viewer, { employeeId: reviewer.employeeId ?? 0 }, today)).rows[0]?.mayWork;
    expect(await mayWork(administrator)).toBe(true);
    expect(await mayWork(reviewer)).toBe(true);
    expect(await mayWork(other)).toBe(false);
  });

  test("the calendar is refused to a city user and to a user without a role with 403", async () => {
    for (const viewer of [await makeViewer("city", { cityId: city.id }), await makeViewer(null)]) {
      await expect(listCalendar(viewer, {}, today)).rejects.toMatchObject({ status: 403 });
      await expect(countDue(viewer, undefined, today)).rejects.toMatchObject({ status: 403 });
    }
  });
});

test("countDue counts due assignments per day for two weeks, and all overdue ones together", async () => {
  await createAssignmentsAroundToday();
  await createAssignment({ due: addDays(today, daysAhead - 1) });
  await createAssignment({ due: addDays(today, daysAhead) });
  const { overdue, days } = await countDue(administrator, reviewer.employeeId ?? 0, today);
  expect(overdue).toBe(2);
  expect(days).toEqual([1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1]);
});

describe("listForPrint", () => {
  const listPrinted = (filter: CalendarFilter = {}, limit?: number) =>
    listForPrint(administrator, { employeeId: reviewer.employeeId ?? 0, ...filter }, today, limit);

  test.each([undefined, "overdue", "week"] as const)(
    "returns the rows of all pages, with view %s",
    async (view) => {
      await createAssignmentsAroundToday();
      await createAssignmentsAroundToday();
      const { rows: first, total } = await list({ view });
      const second = total > first.length ? (await list({ view, page: 2 })).rows : [];
      const printed = await listPrinted({ view });
      expect(printed.rows).toEqual([...first, ...second]);
      expect(printed.total).toBe(total);
    },
  );

  test("over the row limit, returns the earliest by due date and the total", async () => {
    await createAssignmentsAroundToday();
    const { rows, total } = await listPrinted({}, 4);
    expect(rows.map(({ employeeDueDate }) => employeeDueDate)).toEqual(
      [-30, -2, -1, 0].map((days) => addDays(today, days)),
    );
    expect(total).toBe(9);
  });

  test("includes rows without a due date last, and counts all", async () => {
    await createAssignment({ due: addDays(today, 40) });
    for (let count = 0; count < 3; count += 1) await createAssignment();
    const { rows, total } = await listPrinted({}, 3);
    expect(rows.map(({ employeeDueDate }) => employeeDueDate)).toEqual([addDays(today, 40), null, null]);
    expect(total).toBe(4);
  });

  test("has the current cycles only, and the employee's name", async () => {
    const { permitId } = await createAssignment({ due: today });
    await createAssignment({ due: today });
    await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, permitId)));
    const { rows, total, employeeName } = await listPrinted();
    expect(rows).toHaveLength(1);
    expect(total).toBe(1);
    expect(employeeName).toBe(personName(reviewer));
  });

  test("with an unknown employee, returns the rows of all employees", async () => {
    await createAssignment({ due: today });
    const all = await listPrinted({ employeeId: undefined });
    expect(await listPrinted({ employeeId: 987_654 })).toEqual(all);
    expect(all.employeeName).toBeUndefined();
  });

  test("is refused to a city user with 403", async () => {
    const cityUser = await makeViewer("city", { cityId: city.id });
    await expect(listForPrint(cityUser, {}, today)).rejects.toMatchObject({ status: 403 });
  });
});
