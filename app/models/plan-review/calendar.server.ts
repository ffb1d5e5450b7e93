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

export const daysAhead = 14;

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
  const page = nearestPage(filter.page, total);
  const offset = rowsBefore(page);
  const rows = await listWork(viewer, { where: matching, limit: pageSize, offset });
  return { rows, total, page };
}

/**
 * The first assignments of a calendar for paper, in its order, with the name of whose they are and how many
 * there are, exact up to the counting limit. An employee whom nobody knows is passed over. It takes no
 * longer however many there are: each status is read from an index in order, and no further than needed.
 */
export async function listOnPaper(
  viewer: Viewer,
  asked: CalendarFilter,
  today: CalendarDate,
  limits = { rows: 1000, counted: countingLimit },
) {
  allow(viewer, "calendar.read");
  const names = await reviewerNames([asked.employeeId]);
  const employeeName = names.get(asked.employeeId ?? -1);
  const filter = { ...asked, employeeId: employeeName === undefined ? undefined : asked.employeeId };
  const matching = and(inView(filter.view, today), ofEmployee(filter.employeeId)) as SQL;
  // Views but that of all are of what is open. Named one by one, each status has its part of the index.
  const statuses = assignmentStatusValues.filter((status) => !filter.view || status !== "completed");
  const counted = await countMatches(statuses, matching, limits.counted + 1);
  const ids = await firstByDueDate(statuses, matching, limits.rows);
  const rows = await listWork(viewer, { where: inArray(assignments.id, ids), limit: limits.rows });
  const isCapped = counted > limits.counted;
  return { filter, employeeName, rows, total: isCapped ? limits.counted : counted, isCapped };
}

async function countMatches(statuses: AssignmentStatus[], matching: SQL, most: number): Promise<number> {
  const matches = db
    .select({ one: sql`1` })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(and(inArray(assignments.status, statuses), matching))
    .limit(most)
    .as("matches");
  const [row] = await db.select({ matches: count() }).from(matches);
  return row?.matches ?? 0;
}

type Place = { id: number; date: CalendarDate | null };

async function firstByDueDate(statuses: AssignmentStatus[], matching: SQL, most: number): Promise<number[]> {
  const due = assignments.employeeDueDate;
  const places: Place[] = [];
  for (const part of [isNotNull(due), isNull(due)]) {
    const found: Place[] = [];
    for (const status of statuses) {
      const rows = await db
        .select({ id: assignments.id, date: due })
        .from(assignments)
        .innerJoin(permits, ofCurrentCycle)
        .where(and(eq(assignments.status, status), part, matching))
        .orderBy(asc(due), asc(assignments.id))
        .limit(most - places.length);
      found.push(...rows);
    }
    places.push(...found.sort(byDate).slice(0, most - places.length));
  }
  return places.map(({ id }) => id);
}

const byDate = (one: Place, other: Place) =>
  (one.date ?? "").localeCompare(other.date ?? "") || one.id - other.id;

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
