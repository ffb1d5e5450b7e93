import { and, between, count, eq, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { idsOfSlice } from "~/platform/db/list.server";
import { addDays, type CalendarDate, firstDate } from "../calendar-date";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "../paging";
import { pausedStatuses } from "../permits/permit";
import { reviewerNames } from "../person.server";
import { allow, type Viewer } from "../policy";
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
import type { CalendarFilter, CalendarView } from "./calendar-filter";

export const daysAhead = 14;

const lastDayOfWeek = 7;

/** Nothing is due while a permit is on hold or cancelled. */
const pausedSql = sql`exists (select 1 from ${permits} where ${permits.id} = ${assignments.permitId}
  and ${inArray(permits.status, pausedStatuses)})`;

const daysOf: Record<CalendarView, (today: CalendarDate) => [CalendarDate, CalendarDate]> = {
  overdue: (today) => [firstDate, addDays(today, -1)],
  week: (today) => [today, addDays(today, lastDayOfWeek)],
};

export const isDueIn = (view: CalendarView, today: CalendarDate, employeeId?: number): SQL =>
  and(
    openSqlOf(employeeId),
    between(assignments.employeeDueDate, ...daysOf[view](today)),
    not(pausedSql),
  ) as SQL;

const countIn: Record<CalendarView, (due: DueCounts) => number> = {
  overdue: ({ overdue }) => overdue,
  week: ({ days }) => days.slice(0, lastDayOfWeek + 1).reduce((sum, count) => sum + count, 0),
};

const countInView = async ({ view, employeeId }: CalendarFilter, due: DueCounts): Promise<number> =>
  view ? countIn[view](due) : totalOfStatuses(await countByStatus(employeeId));

type Rows = { before: number; total: number; size: number };

function readRows(
  viewer: Viewer,
  { view, employeeId }: CalendarFilter,
  today: CalendarDate,
  { before, total, size }: Rows,
) {
  const where = view ? isDueIn(view, today, employeeId) : listedSql(undefined, employeeId);
  const slice = sliceFromNearerEnd(before, total, size);
  const ids = idsOfSlice({ table: assignments, where, order: byDueDate }, slice);
  return readAssignments(viewer, sql`${assignments.id} in (${ids})`);
}

/** One that was just completed stays in its place. */
export async function listCalendar(
  viewer: Viewer,
  filter: CalendarFilter,
  today: CalendarDate,
  completedId?: number,
) {
  const due = await countDue(viewer, filter.employeeId, today);
  const kept = completedId === undefined ? [] : await readKept(viewer, filter, today, completedId);
  const matching = await countInView(filter, due);
  const total = matching + kept.length;
  const page = nearestPage(filter.page, total);
  const slice = { before: rowsBefore(page), total: matching, size: pageSize - kept.length };
  const rows = await readRows(viewer, filter, today, slice);
  return { rows: [...rows, ...kept].sort(byDue), total, page, due };
}

function byDue(first: AssignmentRow, second: AssignmentRow): number {
  const [one = "", other = ""] = [first, second].map(
    ({ employeeDueDate }) => employeeDueDate ?? "9999-12-31",
  );
  return one === other ? first.id - second.id : one < other ? -1 : 1;
}

/** Reads a completed one that the view had before. */
function readKept(viewer: Viewer, { view, employeeId }: CalendarFilter, today: CalendarDate, id: number) {
  const isKept = and(
    eq(assignments.id, id),
    listedSql("completed", employeeId),
    view ? between(assignments.employeeDueDate, ...daysOf[view](today)) : sql`1 = 0`,
  ) as SQL;
  return readAssignments(viewer, isKept);
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
  const total = await countInView(filter, await countDue(viewer, filter.employeeId, today));
  const rows = await readRows(viewer, filter, today, { before: 0, total, size: limit });
  return { filter, employeeName, rows, total };
}

export async function countDue(viewer: Viewer, employeeId: number | undefined, today: CalendarDate) {
  allow(viewer, "calendar.read");
  const end = addDays(today, daysAhead);
  const counts = await (employeeId === undefined ? countAllDue(end) : countDueOf(employeeId, end));
  const onDate = new Map(counts.map((row) => [row.date, row.assignments]));
  const overdue = counts.filter(({ date }) => date < today).reduce((sum, row) => sum + row.assignments, 0);
  const days = Array.from({ length: daysAhead }, (_, index) => onDate.get(addDays(today, index)) ?? 0);
  return { overdue, days };
}

type DueCounts = Awaited<ReturnType<typeof countDue>>;

const pausedOnDay = db
  .select({ assignments: count() })
  .from(assignments)
  .where(and(openSqlOf(), eq(assignments.employeeDueDate, dueCounts.dueDate), pausedSql));

/** Triggers maintain the counts of all permits. */
const countAllDue = (end: CalendarDate) =>
  db
    .select({
      date: dueCounts.dueDate,
      assignments: sql<number>`${dueCounts.assignments} - (${pausedOnDay})`,
    })
    .from(dueCounts)
    .where(lt(dueCounts.dueDate, end));

const countDueOf = (employeeId: number, end: CalendarDate) =>
  db
    .select({ date: sql<CalendarDate>`${assignments.employeeDueDate}`, assignments: count() })
    .from(assignments)
    .where(and(openSqlOf(employeeId), lt(assignments.employeeDueDate, end), not(pausedSql)))
    .groupBy(assignments.employeeDueDate);
