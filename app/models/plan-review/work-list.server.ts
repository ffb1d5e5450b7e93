import { and, count, desc, eq, inArray, isNotNull, not, notInArray, type SQL, sql } from "drizzle-orm";
import type { CalendarDate } from "../calendar-date";
import { db } from "../db.server";
import { idsFrom, idsOfAll, idsOfSlice } from "../list.server";
import { orderTerms } from "../list-order.server";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "../paging";
import { finalStatuses } from "../permits/permit";
import { newestMatches } from "../permits/permit-list.server";
import { foundBySql } from "../permits/permit-search.server";
import { allow, type Viewer } from "../policy";
import { assignments, cities, corrections, letters, permits } from "../tables.server";
import { searchText } from "../text-search.server";
import { isDone, openAssignmentStatuses } from "./assignment";
import {
  type AssignmentRow,
  byDueDate,
  countByStatus,
  listedSql,
  openSqlOf,
  readAssignments,
  totalOfStatuses,
} from "./assignment-list.server";
import { isDueIn } from "./calendar.server";
import { backCheckedSql } from "./correction-state.server";
import type { DashboardFilter, WorkView } from "./work-filter";

const cycleNumber = (cycle: typeof letters.reviewCycle | typeof permits.reviewCycle) =>
  sql`cast(substr(${cycle}, 3) as integer)`;

/** As `needsBackCheck` says. */
const toBackCheck = db
  .select({ count: count() })
  .from(corrections)
  .innerJoin(letters, eq(letters.id, corrections.firstLetterId))
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

const isInView: Record<WorkView, (today: CalendarDate, employeeId?: number) => SQL | undefined> = {
  returned: (_, employeeId) => and(openSqlOf(employeeId), isNotNull(assignments.returnRemark)),
  to_back_check: (_, employeeId) => and(openSqlOf(employeeId), sql`(${toBackCheck}) > 0`),
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
  const isFiltered = filter.q !== undefined || filter.view !== undefined;
  const { ids, ...list } = isFiltered ? await findMatching(filter, today) : idsOnPage(filter, counts);
  const rows = await readAssignments(viewer, sql`${assignments.id} in (${ids})`);
  const openFirst = [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))];
  const badges = await readBadges(rows);
  return { counts, ...list, rows: openFirst.map((row) => ({ ...row, ...(badges.get(row.id) ?? noBadges) })) };
}

const isOpen = ({ status }: AssignmentRow): boolean => !isDone(status);

/** A page of the open assignments continues with the completed ones. */
function idsOnPage({ employeeId, status, page: requested }: DashboardFilter, counts: WorkCounts) {
  const total = totalOfStatuses(counts.byStatus, status);
  const page = nearestPage(requested, total);
  const before = rowsBefore(page);
  const slice = (where: SQL, start: number, rows: number, size: number) =>
    idsOfSlice({ table: assignments, where, order: byDueDate }, sliceFromNearerEnd(start, rows, size));
  const list = { total, page, isCapped: false };
  if (status) return { ...list, ids: slice(listedSql(status, employeeId), before, total, pageSize) };
  const open = Math.max(0, Math.min(pageSize, counts.pending - before));
  const slices = [
    open > 0 && slice(openSqlOf(employeeId), before, counts.pending, open),
    open < pageSize &&
      slice(
        listedSql("completed", employeeId),
        before + open - counts.pending,
        counts.completed,
        pageSize - open,
      ),
  ].filter((part) => part !== false);
  return { ...list, ids: idsOfAll(slices) };
}

async function findMatching(filter: DashboardFilter, today: CalendarDate) {
  const { employeeId, status, view } = filter;
  const { condition, isCapped } = await findPermits(filter.q, employeeId);
  const where = and(listedSql(status, employeeId), view && isInView[view](today, employeeId), condition);
  const [row] = await db
    .select({ total: count() })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(where);
  const total = row?.total ?? 0;
  const page = nearestPage(filter.page, total);
  const ids = sql`select ${assignments.id} from ${assignments}
    inner join ${permits} on ${permits.id} = ${assignments.permitId}
    inner join ${cities} on ${cities.id} = ${permits.cityId} where ${where}
    order by ${sql.join([desc(assignments.isOpen), ...orderTerms(byDueDate)], sql`, `)}
    limit ${pageSize} offset ${rowsBefore(page)}`;
  return { total, page, isCapped, ids };
}

/** One reviewer has few assignments; for all, the newest permits that match are searched. */
async function findPermits(typed: string | undefined, employeeId: number | undefined) {
  const search = searchText(typed);
  if (!search) return { isCapped: false };
  if (employeeId !== undefined) return { condition: foundBySql(search), isCapped: false };
  const { matches, isCapped } = await newestMatches(search, {});
  return { condition: sql`${assignments.permitId} in (${idsFrom(matches)})`, isCapped };
}

const noBadges = { isReturned: false, toBackCheck: 0 };

async function readBadges(rows: AssignmentRow[]) {
  const ids = rows.map(({ id }) => id);
  const badges = await db
    .select({
      id: assignments.id,
      isReturned: sql<boolean>`${assignments.returnRemark} is not null`.mapWith(Boolean),
      toBackCheck: sql<number>`(${toBackCheck})`.mapWith(Number),
    })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(and(inArray(assignments.id, ids), inArray(assignments.status, openAssignmentStatuses)));
  return new Map(badges.map(({ id, ...badge }) => [id, badge]));
}
