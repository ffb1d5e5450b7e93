import {
  and,
  asc,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  type SQL,
  sql,
} from "drizzle-orm";
import { addDays, type CalendarDate } from "../calendar-date";
import { db } from "../db.server";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { countingLimit } from "../permits/permit-list.server";
import { allow, type Viewer } from "../policy";
import { ofCurrentCycle } from "../review-cycle.server";
import { assignments, permits } from "../tables.server";
import { type AssignmentStatus, assignmentStatusValues } from "./assignment";
import { reviewerNames } from "./assignment-record.server";
import type { CalendarFilter, CalendarView } from "./calendar-filter";
import { listWork } from "./work-list.server";

/** The number of days, from today, for which due assignments are counted. */
export const daysAhead = 14;

const isNotCompleted = ne(assignments.status, "completed");

/** The condition of a view. Completed assignments are neither overdue nor due. */
function inView(view: CalendarView | undefined, today: CalendarDate): SQL {
  const due = assignments.employeeDueDate;
  switch (view) {
    case "overdue":
      return and(isNotCompleted, lt(due, today)) as SQL;
    case "week":
      return and(isNotCompleted, gte(due, today), lte(due, addDays(today, 7))) as SQL;
    default:
      return sql`1 = 1`;
  }
}

const ofEmployee = (employeeId: number | undefined): SQL =>
  employeeId === undefined ? sql`1 = 1` : eq(assignments.employeeId, employeeId);

/**
 * A page of the assignments in current cycles, sorted by the reviewer's due date, those without one last.
 * Returns the nearest page if the requested one does not exist. Runs two queries for any number of rows.
 */
export async function listCalendar(viewer: Viewer, filter: CalendarFilter, today: CalendarDate) {
  allow(viewer, "calendar.read");
  const matching = and(inView(filter.view, today), ofEmployee(filter.employeeId)) as SQL;
  const [row] = await db
    .select({ assignments: count() })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(matching);
  const total = row?.assignments ?? 0;
  const page = nearestPage(filter.page, total);
  const offset = rowsBefore(page);
  const rows = await listWork(viewer, { where: matching, limit: pageSize, offset });
  return { rows, total, page };
}

/**
 * The first assignments of a calendar for its print page, in the same order, with the employee's name and the
 * total, which is exact up to the counting limit. An unknown employee in the filter is ignored. The time does
 * not grow with the table: each status is read from an index in order, up to the limit.
 */
export async function listForPrint(
  viewer: Viewer,
  requested: CalendarFilter,
  today: CalendarDate,
  limits = { rows: 1000, total: countingLimit },
) {
  allow(viewer, "calendar.read");
  const names = await reviewerNames([requested.employeeId]);
  const employeeName = names.get(requested.employeeId ?? -1);
  const filter = { ...requested, employeeId: employeeName === undefined ? undefined : requested.employeeId };
  const matching = and(inView(filter.view, today), ofEmployee(filter.employeeId)) as SQL;
  // Each status has its own range of the index; only the view of all assignments includes completed ones.
  const statuses = assignmentStatusValues.filter((status) => !filter.view || status !== "completed");
  const total = await countMatches(statuses, matching, limits.total + 1);
  const ids = await firstByDueDate(statuses, matching, limits.rows);
  const rows = await listWork(viewer, { where: inArray(assignments.id, ids), limit: limits.rows });
  const isCapped = total > limits.total;
  return { filter, employeeName, rows, total: isCapped ? limits.total : total, isCapped };
}

async function countMatches(statuses: AssignmentStatus[], matching: SQL, limit: number): Promise<number> {
  const matches = db
    .select({ one: sql`1` })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(and(inArray(assignments.status, statuses), matching))
    .limit(limit)
    .as("matches");
  const [row] = await db.select({ matches: count() }).from(matches);
  return row?.matches ?? 0;
}

type Position = { id: number; date: CalendarDate | null };

async function firstByDueDate(statuses: AssignmentStatus[], matching: SQL, limit: number): Promise<number[]> {
  const due = assignments.employeeDueDate;
  const positions: Position[] = [];
  for (const dueCondition of [isNotNull(due), isNull(due)]) {
    const found: Position[] = [];
    for (const status of statuses) {
      const rows = await db
        .select({ id: assignments.id, date: due })
        .from(assignments)
        .innerJoin(permits, ofCurrentCycle)
        .where(and(eq(assignments.status, status), dueCondition, matching))
        .orderBy(asc(due), asc(assignments.id))
        .limit(limit - positions.length);
      found.push(...rows);
    }
    positions.push(...found.sort(byDate).slice(0, limit - positions.length));
  }
  return positions.map(({ id }) => id);
}

const byDate = (first: Position, second: Position) =>
  (first.date ?? "").localeCompare(second.date ?? "") || first.id - second.id;

/** The number of uncompleted assignments that are overdue, and that are due on each of the next days from today. */
export async function countDue(viewer: Viewer, employeeId: number | undefined, today: CalendarDate) {
  allow(viewer, "calendar.read");
  const counts = await db
    .select({ date: assignments.employeeDueDate, assignments: count() })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(
      and(isNotCompleted, lt(assignments.employeeDueDate, addDays(today, daysAhead)), ofEmployee(employeeId)),
    )
    .groupBy(assignments.employeeDueDate);
  const onDate = new Map(counts.map((row) => [row.date, row.assignments]));
  const overdue = counts
    .filter(({ date }) => date !== null && date < today)
    .reduce((sum, row) => sum + row.assignments, 0);
  const days = Array.from({ length: daysAhead }, (_, index) => {
    const date = addDays(today, index);
    return { date, count: onDate.get(date) ?? 0 };
  });
  return { overdue, days };
}

export type DueCounts = Awaited<ReturnType<typeof countDue>>;
