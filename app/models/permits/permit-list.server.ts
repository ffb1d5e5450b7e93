import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "../db.server";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { may, reach, type Viewer } from "../policy";
import { cities, permitCounts, permits } from "../tables.server";
import { searchText } from "../text-search.server";
import { type PermitStatus, permitStatusValues } from "./permit";
import type { PermitFilter, PermitSort } from "./permit-filter";
import { reviewersOf } from "./permit-reviewers.server";
import { visibleTo } from "./permit-scope.server";
import { isPartial, matching, newestMatching } from "./permit-search.server";

/** Beyond this many, matches of a search are not counted: '10,000+'. */
export const countingLimit = 10_000;

export const permitSortColumns = {
  number: permits.urban37PermitNumber,
  city: cities.cityName,
  status: permits.status,
  due: permits.dueDate,
} as const satisfies Record<PermitSort, unknown>;

export type PermitRow = Awaited<ReturnType<typeof listPermits>>["rows"][number];

/** The permits that the viewer may see and that a filter asks for. */
export function permitsMatching(viewer: Viewer, filter: PermitFilter): SQL {
  const search = searchText(filter.search);
  const among = permitsAmong(viewer, filter);
  return search ? matching(search, among) : among;
}

/** The same but for the search. */
const permitsAmong = (viewer: Viewer, filter: PermitFilter): SQL =>
  and(
    visibleTo(viewer),
    filter.status ? eq(permits.status, filter.status) : undefined,
    filter.cityId ? eq(permits.cityId, filter.cityId) : undefined,
  ) as SQL;

/**
 * A page of the permits that the viewer may see, ten at a time. A page that does not exist becomes the
 * nearest one. Two queries for the rows and one for the count, however many rows there are.
 */
export async function listPermits(viewer: Viewer, filter: PermitFilter) {
  const search = searchText(filter.search);
  const among = permitsAmong(viewer, filter);
  const found = search ? await newestFound(search, among) : undefined;
  const counted = found ? found.length : await countByStatus(viewer, filter);
  const isCapped = Boolean(found) && counted > countingLimit;
  const total = isCapped ? countingLimit : counted;
  const page = nearestPage(filter.page, total);
  const direction = filter.descending || !filter.sort ? desc : asc;
  const order = filter.sort
    ? [direction(permitSortColumns[filter.sort]), direction(permits.id)]
    : [direction(permits.id)];
  const offset = rowsBefore(page);
  // Those that were counted are in the order of a list that nobody has sorted: the page is among them.
  const onPage = filter.sort ? undefined : found?.slice(offset, offset + pageSize);

  const rows = await db
    .select({
      id: permits.id,
      urban37PermitNumber: permits.urban37PermitNumber,
      revisionNumber: permits.revisionNumber,
      cityPermitNumber: permits.cityPermitNumber,
      projectName: permits.projectName,
      cityName: cities.cityName,
      status: permits.status,
      reviewCycle: permits.reviewCycle,
      dueDate: permits.dueDate,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(onPage ? and(among, inArray(permits.id, onPage)) : permitsMatching(viewer, filter))
    .orderBy(...order)
    .limit(pageSize)
    .offset(onPage ? 0 : offset);

  const reviewers = await reviewersOf(viewer, rows);
  return {
    rows: rows.map((row) => ({
      ...row,
      assignedEmployees: (reviewers.get(row.id) ?? []).map(({ name }) => name),
    })),
    page,
    total,
    isCapped,
    isPartial: Boolean(search && (await isPartial(search, among))),
  };
}

/** Exact up to the limit; a search for a common part of a number would otherwise count them all. */
async function newestFound(search: string, among: SQL): Promise<number[]> {
  const rows = db.all<{ id: number }>(sql`${newestMatching(search, among)} limit ${countingLimit + 1}`);
  return rows.map(({ id }) => id);
}

/** Without a search the triggers have counted already. */
async function countByStatus(viewer: Viewer, { status, cityId }: PermitFilter): Promise<number> {
  const isScoped = reach(viewer, "permit.read");
  if (isScoped === "none") return 0;
  const [row] = await db
    .select({ permits: sql<number>`coalesce(sum(${permitCounts.permits}), 0)` })
    .from(permitCounts)
    .where(
      and(
        isScoped === "city" ? eq(permitCounts.cityId, viewer.cityId ?? -1) : undefined,
        status ? eq(permitCounts.status, status) : undefined,
        cityId ? eq(permitCounts.cityId, cityId) : undefined,
      ),
    );
  return row?.permits ?? 0;
}

/** How many permits have each status, of one city or of all that the viewer may see. */
export async function permitTotals(viewer: Viewer): Promise<Record<PermitStatus, number>> {
  const totals = Object.fromEntries(permitStatusValues.map((status) => [status, 0])) as Record<
    PermitStatus,
    number
  >;
  if (!may(viewer, "permit.read")) return totals;
  const rows = await db
    .select({ status: permitCounts.status, permits: sql<number>`sum(${permitCounts.permits})` })
    .from(permitCounts)
    .where(reach(viewer, "permit.read") === "all" ? undefined : eq(permitCounts.cityId, viewer.cityId ?? -1))
    .groupBy(permitCounts.status);
  for (const row of rows) totals[row.status] = row.permits;
  return totals;
}
