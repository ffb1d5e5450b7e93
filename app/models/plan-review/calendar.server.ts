import { and, count, eq, gte, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { addDays, type CalendarDate } from "../calendar-date";
import { db } from "../db.server";
import { pageCount } from "../paging";
import { allow, type Viewer } from "../policy";
import { assignments, permits } from "../tables.server";
import { listWork } from "./assignment.server";
import type { CalendarFilter, CalendarView } from "./calendar-filter";

export const calendarPageSize = 10;
export const daysAhead = 14;

const ofCurrentCycle = and(
  eq(permits.id, assignments.permitId),
  eq(permits.reviewCycle, assignments.reviewCycle),
);
const isOpen = ne(assignments.status, "completed");

/** Completed ones are neither overdue nor due. */
function inView(view: CalendarView | undefined, today: CalendarDate): SQL {
  const due = assignments.employeeDueDate;
  switch (view) {
    case "overdue":
      return and(isOpen, lt(due, today)) as SQL;
    case "week":
      return and(isOpen, gte(due, today), lte(due, addDays(today, 7))) as SQL;
    default:
      return sql`1 = 1`;
  }
}

const ofEmployee = (employeeId: number | undefined): SQL =>
  employeeId === undefined ? sql`1 = 1` : eq(assignments.employeeId, employeeId);

/**
 * A page of the assignments of current cycles, the earliest reviewer's due date first and those without
 * one last. A page that does not exist becomes the nearest one. Two queries, however many rows there are.
 */
export async function listCalendar(viewer: Viewer, filter: CalendarFilter, today: CalendarDate) {
  allow(viewer, "calendar.read");
  const matching = and(inView(filter.view, today), ofEmployee(filter.employeeId)) as SQL;
  const [counted] = await db
    .select({ assignments: count() })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(matching);
  const total = counted?.assignments ?? 0;
  const page = Math.min(filter.page ?? 1, pageCount(total, calendarPageSize));
  const offset = (page - 1) * calendarPageSize;
  const rows = await listWork(viewer, { where: matching, limit: calendarPageSize, offset });
  return { rows, total, page };
}

/** How many open assignments are overdue, and how many fall due on each of the next days, today first. */
export async function countDue(viewer: Viewer, employeeId: number | undefined, today: CalendarDate) {
  allow(viewer, "calendar.read");
  const counted = await db
    .select({ date: assignments.employeeDueDate, assignments: count() })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(and(isOpen, lt(assignments.employeeDueDate, addDays(today, daysAhead)), ofEmployee(employeeId)))
    .groupBy(assignments.employeeDueDate);
  const onDate = new Map(counted.map((row) => [row.date, row.assignments]));
  const overdue = counted
    .filter(({ date }) => date !== null && date < today)
    .reduce((sum, row) => sum + row.assignments, 0);
  const days = Array.from({ length: daysAhead }, (_, index) => {
    const date = addDays(today, index);
    return { date, count: onDate.get(date) ?? 0 };
  });
  return { overdue, days };
}

export type DueCounts = Awaited<ReturnType<typeof countDue>>;
