import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { plansOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { listDashboardAssignments } from "../dashboard/work-list.server";
import type { Discipline } from "../discipline";
import type { Viewer } from "../policy";
import { assignments, permits } from "../tables.server";
import { assignmentStatusValues } from "./assignment";
import { type AssignmentFilter, assignmentList, assignmentSortNames } from "./assignment-list.server";
import { listCalendar } from "./calendar.server";

let administrator: Viewer;
let reviewers: Viewer[];

beforeAll(async () => {
  administrator = await makeViewer("admin");
  const cityId = (await makeCity()).id;
  const names: Discipline[] = ["Fire", "Structural", "Civil"];
  reviewers = [
    await makeViewer("employee", { disciplines: names }),
    await makeViewer("employee", { disciplines: names }),
  ];
  const dueDates = [null, "2026-11-30", "2026-10-01", "2026-11-30", "2026-12-05"];
  for (let count = 0; count < 33; count += 1) {
    const permit = await makePermit(administrator, cityId, { dueDate: `2026-12-0${1 + (count % 5)}` });
    const reviewer = reviewers[count % 2] as Viewer;
    const row = await assign(permit, reviewer, names[count % 3] as Discipline);
    const status = assignmentStatusValues[count % 4 === 3 ? 2 : count % 3] ?? "assigned";
    await write((tx) =>
      tx
        .update(assignments)
        .set({
          employeeDueDate: dueDates[count % dueDates.length],
          status,
          completedAt: status === "completed" ? `2026-11-0${1 + (count % 7)}T10:00:00.000Z` : null,
          updatedAt: `2026-11-1${count % 9}T10:00:00.000Z`,
        })
        .where(eq(assignments.id, row?.id ?? 0)),
    );
    if (count % 11 === 0)
      await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, permit.id)));
  }
});

type Row = Awaited<ReturnType<typeof expectedRows>>[number];

/** The assignments that a filter matches, found and sorted here. */
async function expectedRows({ employeeId, status, sort = "employeeDueDate", descending }: AssignmentFilter) {
  const rows = (await db.select().from(assignments).innerJoin(permits, eq(permits.id, assignments.permitId)))
    .filter((row) => row.assignments.reviewCycle === row.permits.reviewCycle)
    .map((row) => ({ ...row.assignments, permitDueDate: row.permits.dueDate }))
    .filter((row) => employeeId === undefined || row.employeeId === employeeId)
    .filter((row) => status === undefined || row.status === status);
  const sortValueOf = (row: (typeof rows)[number]) => row[sort] ?? (descending ? "" : "9999");
  const compare = (first: string | number, second: string | number) =>
    (first < second ? -1 : first > second ? 1 : 0) * (descending ? -1 : 1);
  return rows.toSorted(
    (first, second) => compare(sortValueOf(first), sortValueOf(second)) || compare(first.id, second.id),
  );
}

const ids = (rows: Pick<Row, "id">[]) => rows.map(({ id }) => id);

const filters = assignmentSortNames.flatMap((sort) =>
  [false, true].flatMap((descending) =>
    [undefined, ...assignmentStatusValues].map((status) => ({ sort, descending, status })),
  ),
);

test.each(filters)("every page and every batch has its rows in order: %j", async (filter) => {
  for (const employeeId of [undefined, reviewers[0]?.employeeId ?? 0]) {
    const expected = ids(await expectedRows({ ...filter, employeeId }));
    expect(expected.length).toBeGreaterThan(1);
    expect(await assignmentList(administrator, { ...filter, employeeId }).count()).toBe(expected.length);
    for (const size of [1, 7, 10, 100]) {
      const pages: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / size); page += 1) {
        pages.push(...ids(await assignmentList(administrator, { ...filter, employeeId }).page(page, size)));
      }
      expect(pages).toEqual(expected);
      expect(await assignmentList(administrator, { ...filter, employeeId }).page(99, size)).toEqual([]);
    }
    const all: number[] = [];
    for await (const rows of assignmentList(administrator, { ...filter, employeeId }).all())
      all.push(...ids(rows));
    expect(all).toEqual(expected);
  }
});

/** Returns the plan of each statement that a function reads assignments with. */
const plansOfAssignments = async (run: () => Promise<unknown>): Promise<string[]> =>
  (await plansOf(run)).filter((plan) => plan.includes("assignments"));

describe.skipIf(isPostgres)("the ids of a page are read in order from an index that has them all", () => {
  /** Only the rows of the page, found by id, are sorted. */
  const inOrder = /USING COVERING INDEX assignments_(current|completed|open)_by_\w+( \([^)]*\))?; SEARCH/;

  test.each([
    ...assignmentSortNames.map((sort) => ({ sort })),
    ...assignmentSortNames.map((sort) => ({ sort, descending: true })),
    ...assignmentSortNames.map((sort) => ({ sort, status: "completed" as const })),
    { status: "assigned" as const },
    { sort: "status" as const, status: "assigned" as const },
    { employeeId: 1 },
    { employeeId: 1, descending: true },
    { employeeId: 1, status: "completed" as const },
    { employeeId: 1, status: "assigned" as const },
  ])("the list %j", async (filter) => {
    for (const page of [1, 3]) {
      const [plan, ...others] = await plansOfAssignments(() =>
        assignmentList(administrator, filter).page(page, 10),
      );
      expect(others).toEqual([]);
      expect(plan).toMatch(inOrder);
      expect(plan?.match(/USE TEMP B-TREE/g)).toHaveLength(1);
    }
  });

  test.each([
    {},
    { view: "overdue" as const },
    { view: "week" as const },
    { view: "open" as const },
    { day: "2026-11-23" },
    { employeeId: 1 },
    { view: "week" as const, employeeId: 1 },
  ])("the calendar %j", async (filter) => {
    for (const plan of await plansOfAssignments(() => listCalendar(administrator, filter, "2026-11-20"))) {
      expect(plan).toMatch(/USING (COVERING )?INDEX assignments_(current|open)/);
      // Whether a permit is on hold is read by its id.
      if (plan.includes("LIST SUBQUERY") && Object.keys(filter).join() === "employeeId")
        expect(plan).toMatch(inOrder);
      // What is paused is counted by its days.
      const isSorted = /LIST SUBQUERY|assignments_open_by_permit/.test(plan);
      expect(plan.match(/USE TEMP B-TREE/g) ?? []).toHaveLength(isSorted ? 1 : 0);
    }
  });

  test.each([{}, { employeeId: 1 }, { status: "completed" as const }, { status: "assigned" as const }])(
    "the dashboard %j",
    async (filter) => {
      const [plan] = await plansOfAssignments(() =>
        listDashboardAssignments(administrator, filter, "2026-11-20"),
      );
      expect(plan).toMatch(/USING COVERING INDEX assignments_(current|completed|open)/);
      expect(plan).not.toMatch(/SCAN (assignments|permits|cities|employees|users)(;| USING INDEX)/);
      expect(plan?.match(/USE TEMP B-TREE/g)).toHaveLength(1);
    },
  );

  test("completed work of all reviewers has an index of its own", async () => {
    for (const filter of [{ status: "completed" as const }, { page: 99 }]) {
      const [plan] = await plansOfAssignments(() =>
        listDashboardAssignments(administrator, filter, "2026-11-20"),
      );
      expect(plan).toContain("SCAN assignments USING COVERING INDEX assignments_completed_by_due_date");
    }
  });

  test("a page of the dashboard reads only the open or only the completed assignments, if it has no others", async () => {
    const isMixed = async (page: number) => {
      const { rows } = await listDashboardAssignments(administrator, { page }, "2026-11-20");
      return new Set(rows.map(({ status }) => status === "completed")).size === 2;
    };
    const { total } = await listDashboardAssignments(administrator, {}, "2026-11-20");
    for (let page = 1; page <= Math.ceil(total / 10); page += 1) {
      const [plan = ""] = await plansOfAssignments(() =>
        listDashboardAssignments(administrator, { page }, "2026-11-20"),
      );
      expect(/open_by.*completed_by/.test(plan), `page ${page}`).toBe(await isMixed(page));
    }
  });
});
