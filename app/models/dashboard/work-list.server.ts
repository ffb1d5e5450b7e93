import { and, count, eq, exists, inArray, isNotNull, ne, not, notInArray, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { limitOf } from "~/platform/db/dialect.server";
import { idsFrom, idsOf, idsOfAll, idsOfSlice, readIds } from "~/platform/db/list.server";
import { orderTerms } from "~/platform/db/list-order.server";
import { searchText } from "~/platform/db/text-search.server";
import { isDone, openAssignmentStatuses } from "../assignments/assignment";
import {
  type AssignmentRow,
  byDueDate,
  countByStatus,
  listedSql,
  openSqlOf,
  readAssignments,
  totalOfStatuses,
} from "../assignments/assignment-list.server";
import { isDueIn } from "../assignments/calendar.server";
import type { CalendarDate } from "../calendar-date";
import { backCheckedSql } from "../corrections/correction-state.server";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "../paging";
import { finalStatuses, firstReviewCycle } from "../permits/permit";
import { countingLimit, newestMatches } from "../permits/permit-list.server";
import { foundBySql } from "../permits/permit-search.server";
import { allow, type Viewer } from "../policy";
import { assignments, cities, corrections, letters, permits } from "../tables.server";
import type { DashboardFilter, WorkView } from "./work-filter";

const cycleNumber = (cycle: typeof letters.reviewCycle | typeof permits.reviewCycle) =>
  sql`cast(substr(${cycle}, 3) as integer)`;

/** As `needsBackCheck` says. */
const correctionsToCheck = (value: SQL<number>) =>
  db
    .select({ value })
    .from(corrections)
    .innerJoin(letters, eq(letters.id, corrections.firstLetterId))
    .innerJoin(permits, eq(permits.id, corrections.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(
      and(
        eq(corrections.permitId, assignments.permitId),
        eq(corrections.discipline, assignments.discipline),
        eq(corrections.kind, "correction"),
        eq(corrections.status, "open"),
        sql`${cycleNumber(letters.reviewCycle)} < ${cycleNumber(permits.reviewCycle)}`,
        sql`${cities.usesCorrections} = true`,
        notInArray(permits.status, finalStatuses),
        not(backCheckedSql(permits.reviewCycle)),
      ),
    );

/** The first cycle has no earlier letter. */
const mayHaveEarlierLetter = ne(assignments.reviewCycle, firstReviewCycle);

/** Each view has only open assignments. */
export const isInView: Record<WorkView, (today: CalendarDate, employeeId?: number) => SQL | undefined> = {
  returned: (_, employeeId) => and(openSqlOf(employeeId), isNotNull(assignments.returnRemark)),
  to_back_check: (_, employeeId) =>
    and(openSqlOf(employeeId), mayHaveEarlierLetter, exists(correctionsToCheck(sql`1`))),
  week: (today, employeeId) => isDueIn("week", today, employeeId),
};

export async function countDashboardAssignments(viewer: Viewer, employeeId?: number) {
  allow(viewer, "assignment.read");
  const byStatus = await countByStatus(employeeId);
  const { completed } = byStatus;
  const total = totalOfStatuses(byStatus);
  return { total, pending: total - completed, completed, byStatus };
}

type WorkCounts = Awaited<ReturnType<typeof countDashboardAssignments>>;

/** Open ones first, each by the reviewer's due date. */
export async function listDashboardAssignments(viewer: Viewer, filter: DashboardFilter, today: CalendarDate) {
  const counts = await countDashboardAssignments(viewer, filter.employeeId);
  const isFiltered = searchText(filter.q) !== undefined || filter.view !== undefined;
  const { ids, ...list } = isFiltered ? await findMatching(filter, counts, today) : idsOnPage(filter, counts);
  const rows = await readAssignments(viewer, sql`${assignments.id} in (${ids})`);
  const openFirst = [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))];
  const badges = await readBadges(rows);
  return { counts, ...list, rows: openFirst.map((row) => ({ ...row, ...(badges.get(row.id) ?? noBadges) })) };
}

const isOpen = ({ status }: AssignmentRow): boolean => !isDone(status);

/** A page of the open assignments continues with the completed ones. */
function idsOnPage(
  { employeeId, status, page: requested, rows: pageRows = pageSize }: DashboardFilter,
  counts: WorkCounts,
) {
  const total = totalOfStatuses(counts.byStatus, status);
  const page = nearestPage(requested, total, pageRows);
  const before = rowsBefore(page, pageRows);
  const slice = (where: SQL, start: number, rows: number, size: number) =>
    idsOfSlice({ table: assignments, where, order: byDueDate }, sliceFromNearerEnd(start, rows, size));
  const list = { total, page, isCapped: false };
  if (status) return { ...list, ids: slice(listedSql(status, employeeId), before, total, pageRows) };
  const open = Math.max(0, Math.min(pageRows, counts.pending - before));
  const slices = [
    open > 0 && slice(openSqlOf(employeeId), before, counts.pending, open),
    open < pageRows &&
      slice(
        listedSql("completed", employeeId),
        before + open - counts.pending,
        counts.completed,
        pageRows - open,
      ),
  ].filter((part) => part !== false);
  return { ...list, ids: idsOfAll(slices) };
}

async function findMatching(filter: DashboardFilter, counts: WorkCounts, today: CalendarDate) {
  const { condition, frequent, most, isCapped } = await findPermits(filter, counts);
  const listed = await readIds(
    ...partsOf(filter, today).map((part) => {
      if (frequent) return idsWithText(part, frequent);
      const ids = idsOf({ table: assignments, where: and(part, condition), order: byDueDate });
      return most ? sql`${ids} limit ${limitOf(most + 1)}` : ids;
    }),
  );
  const found = listed.slice(0, most);
  const { rows = pageSize } = filter;
  const page = nearestPage(filter.page, found.length, rows);
  const ids = idsFrom(found.slice(rowsBefore(page, rows), rowsBefore(page, rows) + rows));
  return { total: found.length, page, isCapped: isCapped || found.length < listed.length, ids };
}

/** Each part has an index in its order, except for returned work, which is little. */
function partsOf({ employeeId, status, view }: DashboardFilter, today: CalendarDate): (SQL | undefined)[] {
  if (view) return [and(isInView[view](today, employeeId), status && eq(assignments.status, status))];
  return status
    ? [listedSql(status, employeeId)]
    : [openSqlOf(employeeId), listedSql("completed", employeeId)];
}

/** A frequent text is looked for in as many reviews of one reviewer, open or completed. */
const searchedReviews = 10_000;

/** In the work of all, only the newest permits that match are looked at. A view alone has the reviews that are due first. */
async function findPermits({ q, employeeId, status, view }: DashboardFilter, { completed }: WorkCounts) {
  const search = searchText(q);
  if (!search) return { most: countingLimit, isCapped: false };
  const { matches, isCapped } = await newestMatches(search, {});
  const listsCompleted = !view && (!status || isDone(status));
  if (isCapped && employeeId !== undefined)
    return { frequent: search, isCapped: listsCompleted && completed > searchedReviews };
  return { condition: sql`${assignments.permitId} in (${idsFrom(matches)})`, isCapped };
}

/** The reviews that are due last. */
function idsWithText(part: SQL | undefined, search: string): SQL {
  const lastFirst = sql.join(orderTerms(byDueDate, true), sql`, `);
  return sql`
    select id from (
      select ${assignments.id} as id, ${assignments.permitId} as permit_id, ${assignments.employeeDueDate} as due_date
      from ${assignments} where ${part} order by ${lastFirst} limit ${limitOf(searchedReviews)}
    ) as reviews where ${foundBySql(search, sql`reviews.permit_id`)}
    order by due_date asc nulls last, id asc`;
}

export const noBadges = { isReturned: false, toBackCheck: 0 };

/** Of open reviews: whether they were returned, and how many corrections are to be back-checked. */
export async function readBadges(rows: AssignmentRow[]) {
  const ids = rows.map(({ id }) => id);
  const badges = await db
    .select({
      id: assignments.id,
      isReturned: sql<boolean>`${assignments.returnRemark} is not null`.mapWith(Boolean),
      toBackCheck: sql<number>`(${correctionsToCheck(count())})`.mapWith(Number),
    })
    .from(assignments)
    .where(and(inArray(assignments.id, ids), inArray(assignments.status, openAssignmentStatuses)));
  return new Map(badges.map(({ id, ...badge }) => [id, badge]));
}
