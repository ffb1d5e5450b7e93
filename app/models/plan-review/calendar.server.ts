import { and, count, eq, gte, inArray, lt, lte, not, type Placeholder, type SQL, sql } from "drizzle-orm";
import { addDays, type CalendarDate } from "../calendar-date";
import { db } from "../db.server";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "../paging";
import { pausedStatuses } from "../permits/permit";
import { allow, type Viewer } from "../policy";
import { preparedFor } from "../prepared.server";
import { assignments, dueCounts, permits } from "../tables.server";
import { countByStatus, totalOf } from "./assignment-counts.server";
import { byDueDate, isInSlice, isListed, isOpenOf } from "./assignment-list.server";
import { reviewerNames } from "./assignment-record.server";
import type { CalendarFilter } from "./calendar-filter";
import { readWork, selectWork } from "./work-list.server";

/** The number of days, from today, for which due assignments are counted. */
export const daysAhead = 14;

/** The last day of the view of the week: seven days from today. */
export const lastDayOfWeek = 7;

type View = CalendarFilter["view"];

/** Selects assignments of permits that are on hold or cancelled, which are neither overdue nor due. */
export const isPaused = sql`exists (select 1 from ${permits} where ${permits.id} = ${assignments.permitId}
  and ${inArray(permits.status, pausedStatuses)})`;

/** The condition for a filter's assignments in current cycles. Completed ones are neither overdue nor due. */
function isInView(view: View, employeeId: Placeholder | undefined): SQL {
  const due = assignments.employeeDueDate;
  const today = sql.placeholder("today");
  switch (view) {
    case "overdue":
      return and(isOpenOf(employeeId), lt(due, today), not(isPaused)) as SQL;
    case "week":
      return and(
        isOpenOf(employeeId),
        gte(due, today),
        lte(due, sql.placeholder("lastDay")),
        not(isPaused),
      ) as SQL;
    default:
      return isListed(undefined, employeeId);
  }
}

type RowsShape = { view: View; isOfReviewer: boolean; isFromEnd: boolean; limit: number; size: number };

const rowsFor = preparedFor(({ view, isOfReviewer, size, ...slice }: RowsShape) => {
  const where = isInView(view, isOfReviewer ? sql.placeholder("employeeId") : undefined);
  const onPage = isInSlice(where, byDueDate, { ...slice, offset: sql.placeholder("offset") });
  return selectWork(onPage, size).prepare();
});

type Rows = { before: number; total: number; size: number };

/** Reads some of the assignments that a filter matches. */
function readRows(
  viewer: Viewer,
  { view, employeeId }: CalendarFilter,
  today: CalendarDate,
  { before, total, size }: Rows,
) {
  const { offset, ...slice } = sliceFromNearerEnd(before, total, size);
  const shape = { view, isOfReviewer: employeeId !== undefined, ...slice, size };
  const values = { employeeId, today, lastDay: addDays(today, lastDayOfWeek), offset };
  return readWork(viewer, () => rowsFor(shape).execute(values));
}

/** The number of assignments that a filter matches. The views are counted by day, as the chart shows them. */
async function countInView({ view, employeeId }: CalendarFilter, due: DueCounts): Promise<number> {
  switch (view) {
    case "overdue":
      return due.overdue;
    case "week":
      return due.days.slice(0, lastDayOfWeek + 1).reduce((sum, count) => sum + count, 0);
    default:
      return totalOf(await countByStatus(employeeId));
  }
}

/**
 * A page of the assignments in current cycles, sorted by the reviewer's due date, those without one last, and the
 * number of assignments that are due. Returns the nearest page if the requested one does not exist. An assignment of the
 * page that was just completed stays in its place.
 */
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

type CalendarRow = Awaited<ReturnType<typeof readRows>>[number];

/** The order of the list in memory; without a date is last. */
function byDue(first: CalendarRow, second: CalendarRow): number {
  const [one = "", other = ""] = [first, second].map(
    ({ employeeDueDate }) => employeeDueDate ?? "9999-12-31",
  );
  return one === other ? first.id - second.id : one < other ? -1 : 1;
}

/** Reads a completed assignment that a view no longer has, but had before; all assignments have it anyway. */
async function readKept(
  viewer: Viewer,
  { view, employeeId }: CalendarFilter,
  today: CalendarDate,
  id: number,
) {
  if (view === undefined) return [];
  const isKept = and(eq(assignments.id, id), isListed("completed", employeeId)) as SQL;
  const rows = await readWork(viewer, () => selectWork(isKept, 1));
  return rows.filter(({ employeeDueDate: due }) => {
    if (due === null) return false;
    return view === "overdue" ? due < today : due >= today && due <= addDays(today, lastDayOfWeek);
  });
}

/** The number of rows on the calendar's print page. */
const printedRows = 500;

/**
 * The first assignments of a calendar for its print page, in the same order, with the employee's name and the
 * total. An unknown employee in the filter is ignored.
 */
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

/** The numbers of uncompleted assignments that are overdue, and that are due today and on each day after it. */
export async function countDue(viewer: Viewer, employeeId: number | undefined, today: CalendarDate) {
  allow(viewer, "calendar.read");
  const end = addDays(today, daysAhead);
  const counts = await (employeeId === undefined
    ? countAllDue.execute({ end })
    : countDueOf.execute({ employeeId, end }));
  const onDate = new Map(counts.map((row) => [row.date, row.assignments]));
  const overdue = counts.filter(({ date }) => date < today).reduce((sum, row) => sum + row.assignments, 0);
  const days = Array.from({ length: daysAhead }, (_, index) => onDate.get(addDays(today, index)) ?? 0);
  return { overdue, days };
}

type DueCounts = Awaited<ReturnType<typeof countDue>>;

/** The open assignments of a day whose permits are on hold or cancelled. */
const pausedOnDay = db
  .select({ assignments: count() })
  .from(assignments)
  .where(and(isOpenOf(), eq(assignments.employeeDueDate, dueCounts.dueDate), isPaused));

/** Counts the open assignments of all reviewers that are due before a day. Triggers maintain the counts of all permits. */
const countAllDue = db
  .select({ date: dueCounts.dueDate, assignments: sql<number>`${dueCounts.assignments} - (${pausedOnDay})` })
  .from(dueCounts)
  .where(lt(dueCounts.dueDate, sql.placeholder("end")))
  .prepare();

/** Counts the open assignments of one reviewer, who has few. */
const countDueOf = db
  .select({ date: sql<CalendarDate>`${assignments.employeeDueDate}`, assignments: count() })
  .from(assignments)
  .where(
    and(
      isOpenOf(sql.placeholder("employeeId")),
      lt(assignments.employeeDueDate, sql.placeholder("end")),
      not(isPaused),
    ),
  )
  .groupBy(assignments.employeeDueDate)
  .prepare();
