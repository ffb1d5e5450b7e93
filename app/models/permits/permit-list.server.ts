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

/** A search counts its matches up to this limit; the page shows '10,000+' above it. */
export const countingLimit = 10_000;

export const permitSortColumns = {
  number: permits.urban37PermitNumber,
  city: cities.cityName,
  status: permits.status,
  due: permits.dueDate,
} as const satisfies Record<PermitSort, unknown>;

/** Returns the SQL condition for the permits that match a filter within the viewer's scope. */
export function permitsMatching(viewer: Viewer, filter: PermitFilter): SQL {
  const search = searchText(filter.search);
  const condition = conditionWithoutSearch(viewer, filter);
  return search ? matching(search, condition) : condition;
}

/** The same condition without the search. */
const conditionWithoutSearch = (viewer: Viewer, filter: PermitFilter): SQL =>
  and(
    visibleTo(viewer),
    filter.status ? eq(permits.status, filter.status) : undefined,
    filter.cityId ? eq(permits.cityId, filter.cityId) : undefined,
  ) as SQL;

/**
 * Returns one page of the permits that match a filter within the viewer's scope, ten rows a page. A page
 * number out of range becomes the nearest page. The number of queries does not depend on the number of rows.
 */
export async function listPermits(viewer: Viewer, filter: PermitFilter) {
  const search = searchText(filter.search);
  const condition = conditionWithoutSearch(viewer, filter);
  const matches = search ? await newestMatches(search, condition) : undefined;
  const count = matches ? matches.length : await countByStatus(viewer, filter);
  const isCapped = Boolean(matches) && count > countingLimit;
  const total = isCapped ? countingLimit : count;
  const page = nearestPage(filter.page, total);
  const direction = filter.descending || !filter.sort ? desc : asc;
  const order = filter.sort
    ? [direction(permitSortColumns[filter.sort]), direction(permits.id)]
    : [direction(permits.id)];
  const offset = rowsBefore(page);
  // Matches come newest first, the order of an unsorted list, so the page is a slice of them.
  const idsOnPage = filter.sort ? undefined : matches?.slice(offset, offset + pageSize);

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
    .where(idsOnPage ? and(condition, inArray(permits.id, idsOnPage)) : permitsMatching(viewer, filter))
    .orderBy(...order)
    .limit(pageSize)
    .offset(idsOnPage ? 0 : offset);

  const reviewers = await reviewersOf(viewer, rows);
  return {
    rows: rows.map((row) => ({
      ...row,
      assignedEmployees: (reviewers.get(row.id) ?? []).map(({ name }) => name),
    })),
    page,
    total,
    isCapped,
    isPartial: Boolean(search && (await isPartial(search, condition))),
  };
}

/** Stops at the counting limit, because a short common search could match every permit. */
async function newestMatches(search: string, condition: SQL): Promise<number[]> {
  const rows = db.all<{ id: number }>(sql`${newestMatching(search, condition)} limit ${countingLimit + 1}`);
  return rows.map(({ id }) => id);
}

/** Triggers maintain these counts, so the permits themselves are not read. */
export async function countByStatus(viewer: Viewer, { status, cityId }: PermitFilter): Promise<number> {
  const scope = reach(viewer, "permit.read");
  if (scope === "none") return 0;
  const [row] = await db
    .select({ permits: sql<number>`coalesce(sum(${permitCounts.permits}), 0)` })
    .from(permitCounts)
    .where(
      and(
        scope === "city" ? eq(permitCounts.cityId, viewer.cityId ?? -1) : undefined,
        status ? eq(permitCounts.status, status) : undefined,
        cityId ? eq(permitCounts.cityId, cityId) : undefined,
      ),
    );
  return row?.permits ?? 0;
}

/** Counts the permits in the viewer's scope by status. */
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
