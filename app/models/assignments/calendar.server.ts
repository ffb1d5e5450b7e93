import { and, asc, between, count, eq, inArray, lt, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { indexedBy, orderedJoin } from "~/platform/db/dialect.server";
import { idsOfSlice } from "~/platform/db/list.server";
import { addDays, type CalendarDate, firstDate } from "../calendar-date";
import { daysOfWeek } from "../calendar-week";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "../paging";
import { heldStatuses, type PermitStatus, pausedStatuses } from "../permits/permit";
import { reviewerNames } from "../person.server";
import { allow, type Viewer } from "../policy";
import { openSql } from "../review-cycle.server";
import { assignments, dueCounts, permits } from "../tables.server";
import {
  type AssignmentRow,
  byDueDate,
  countByStatus,
  listedSql,
  openSqlOf,
  readAssignments,
  totalOfStatuses,
} from "./assignment-list.server";
import { type CalendarFilter, weekOf } from "./calendar-filter";

export const daysAhead = 14;

const lastDayOfWeek = 7;

/** Nothing is due while a permit is on hold or cancelled. */
const pausedSql = permitIsIn(pausedStatuses);

function permitIsIn(statuses: PermitStatus[]): SQL {
  return sql`exists (select 1 from ${permits} where ${permits.id} = ${assignments.permitId}
    and ${inArray(permits.status, statuses)})`;
}

/** Open assignments by their permits, of which few are on hold or cancelled. */
const openOfPermits = sql`${permits} ${orderedJoin} ${indexedBy(assignments, "assignments_open_by_permit")}
  on ${assignments.permitId} = ${permits.id} and ${openSql}`;

type DueView = "overdue" | "week";
type Days = [first: CalendarDate, last: CalendarDate];

const daysOfViews: Record<DueView, (today: CalendarDate) => Days> = {
  overdue: (today) => [firstDate, addDays(today, -1)],
  week: (today) => [today, addDays(today, lastDayOfWeek)],
};

const isDueOn = (days: Days, employeeId?: number): SQL =>
  and(openSqlOf(employeeId), between(assignments.employeeDueDate, ...days), not(pausedSql)) as SQL;

export const isDueIn = (view: DueView, today: CalendarDate, employeeId?: number): SQL =>
  isDueOn(daysOfViews[view](today), employeeId);

/** Undefined for a filter that has any day. */
function daysOf({ view, day, week }: CalendarFilter, today: CalendarDate): Days | undefined {
  if (view === "overdue" || view === "week") return daysOfViews[view](today);
  if (day) return [day, day];
  return week ? [week, addDays(week, 6)] : undefined;
}

/** Of a filter without days. */
function matching({ view, employeeId }: CalendarFilter): { table: SQLWrapper; where: SQL } {
  if (view === "open") return { table: assignments, where: openSqlOf(employeeId) };
  if (view === "hold") return { table: openOfPermits, where: isHeld(employeeId) };
  return { table: assignments, where: listedSql(undefined, employeeId) };
}

const isHeld = (employeeId?: number) =>
  and(openSqlOf(employeeId), inArray(permits.status, heldStatuses)) as SQL;

async function countMatching(filter: CalendarFilter, today: CalendarDate, onDays: DayCounts) {
  const { view, employeeId } = filter;
  const days = daysOf(filter, today);
  if (days) return countBetween(onDays, days);
  if (view === "hold") return db.$count(openOfPermits, isHeld(employeeId));
  const byStatus = await countByStatus(employeeId);
  return totalOfStatuses(byStatus) - (view === "open" ? byStatus.completed : 0);
}

type Rows = { before: number; total: number; size: number };

function readRows(
  viewer: Viewer,
  filter: CalendarFilter,
  today: CalendarDate,
  onDays: DayCounts,
  rows: Rows,
) {
  const days = daysOf(filter, today);
  const { table, where, before, total } = days
    ? { table: assignments, ...dueInSlice(days, filter, onDays, rows) }
    : { ...matching(filter), ...rows };
  const slice = sliceFromNearerEnd(before, total, rows.size);
  const ids = idsOfSlice({ table, where, order: byDueDate }, slice);
  return readAssignments(viewer, sql`${assignments.id} in (${ids})`);
}

/** Only the days of the slice are read: what is paused stays due on days long ago. */
function dueInSlice(days: Days, { employeeId }: CalendarFilter, onDays: DayCounts, { before, size }: Rows) {
  const read: CalendarDate[] = [];
  let [past, total] = [0, 0];
  for (const [date, due] of daysWithin(onDays, days)) {
    if (past + due <= before) past += due;
    else if (past + total < before + size) {
      read.push(date);
      total += due;
    }
  }
  const [first = firstDate, last = firstDate] = [read[0], read.at(-1)];
  return { where: isDueOn([first, last], employeeId), before: before - past, total };
}

/** One that was just completed stays in its place. */
export async function listCalendar(
  viewer: Viewer,
  filter: CalendarFilter,
  today: CalendarDate,
  completedId?: number,
) {
  const onDays = await countOnDays(viewer, filter, today);
  const kept = completedId === undefined ? [] : await readKept(viewer, filter, today, completedId);
  const matching = await countMatching(filter, today, onDays);
  const total = matching + kept.length;
  const pageRows = filter.rows ?? pageSize;
  const page = nearestPage(filter.page, total, pageRows);
  const slice = { before: rowsBefore(page, pageRows), total: matching, size: pageRows - kept.length };
  const rows = await readRows(viewer, filter, today, onDays, slice);
  const due = dueFrom(onDays, today);
  return { rows: [...rows, ...kept].sort(byDue), total, page, due, days: countsOfWeek(filter, onDays) };
}

function countsOfWeek(filter: CalendarFilter, onDays: DayCounts) {
  const week = weekOf(filter);
  return week === undefined ? undefined : daysOfWeek(week).map((date) => dayIn(onDays, date));
}

const dayIn = (onDays: DayCounts, date: CalendarDate) => ({ date, count: onDays.get(date) ?? 0 });

function byDue(first: AssignmentRow, second: AssignmentRow): number {
  const [one = "", other = ""] = [first, second].map(
    ({ employeeDueDate }) => employeeDueDate ?? "9999-12-31",
  );
  return one === other ? first.id - second.id : one < other ? -1 : 1;
}

/** Reads a completed one that the filter had before. */
function readKept(viewer: Viewer, filter: CalendarFilter, today: CalendarDate, id: number) {
  const isCompleted = listedSql("completed", filter.employeeId);
  return readAssignments(viewer, and(eq(assignments.id, id), isCompleted, hadBefore(filter, today)) as SQL);
}

function hadBefore(filter: CalendarFilter, today: CalendarDate): SQL {
  const days = daysOf(filter, today);
  if (days) return between(assignments.employeeDueDate, ...days);
  if (filter.view === "hold") return permitIsIn(heldStatuses);
  return filter.view === "open" ? sql`1 = 1` : sql`1 = 0`;
}

const printedRows = 500;

export async function listForPrint(
  viewer: Viewer,
  requested: CalendarFilter,
  today: CalendarDate,
  limit = printedRows,
) {
  allow(viewer, "calendar.read");
  const names = await reviewerNames([requested.employeeId]);
  const employeeName = names.get(requested.employeeId ?? -1);
  const filter = { ...requested, employeeId: employeeName === undefined ? undefined : requested.employeeId };
  const onDays = await countOnDays(viewer, filter, today);
  const total = await countMatching(filter, today, onDays);
  const rows = await readRows(viewer, filter, today, onDays, { before: 0, total, size: limit });
  return { filter, employeeName, rows, total };
}

/** What is due on each day that has any, in order, up to the last one that the page shows. */
type DayCounts = Map<CalendarDate, number>;

async function countOnDays(viewer: Viewer, filter: CalendarFilter, today: CalendarDate): Promise<DayCounts> {
  allow(viewer, "calendar.read");
  const week = weekOf(filter) ?? today;
  const end = [addDays(today, daysAhead), addDays(week, 7)].sort().at(-1) ?? today;
  const { employeeId } = filter;
  const counts = await (employeeId === undefined ? countAllDue(end) : countDueOf(employeeId, end));
  return new Map(counts.map((row) => [row.date, row.assignments]));
}

const daysWithin = (onDays: DayCounts, [first, last]: Days) =>
  [...onDays].filter(([date]) => date >= first && date <= last);

const countBetween = (onDays: DayCounts, days: Days): number =>
  daysWithin(onDays, days).reduce((sum, [, due]) => sum + due, 0);

function dueFrom(onDays: DayCounts, today: CalendarDate) {
  const overdue = countBetween(onDays, daysOfViews.overdue(today));
  const days = Array.from({ length: daysAhead }, (_, index) => dayIn(onDays, addDays(today, index)).count);
  return { overdue, days };
}

const pausedOnDays = sql`(select ${assignments.employeeDueDate} as due_date, count(*) as assignments
  from ${openOfPermits} where ${inArray(permits.status, pausedStatuses)} group by 1) as paused`;

/** Triggers maintain the counts of all permits. */
const countAllDue = (end: CalendarDate) =>
  db
    .select({
      date: dueCounts.dueDate,
      assignments: sql<number>`${dueCounts.assignments} - coalesce(paused.assignments, 0)`.mapWith(Number),
    })
    .from(dueCounts)
    .leftJoin(pausedOnDays, sql`paused.due_date = ${dueCounts.dueDate}`)
    .where(and(lt(dueCounts.dueDate, end), sql`${dueCounts.assignments} > coalesce(paused.assignments, 0)`))
    .orderBy(asc(dueCounts.dueDate));

const countDueOf = (employeeId: number, end: CalendarDate) =>
  db
    .select({ date: sql<CalendarDate>`${assignments.employeeDueDate}`, assignments: count() })
    .from(assignments)
    .where(and(openSqlOf(employeeId), lt(assignments.employeeDueDate, end), not(pausedSql)))
    .groupBy(assignments.employeeDueDate)
    .orderBy(asc(assignments.employeeDueDate));
