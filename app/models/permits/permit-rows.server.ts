import { and, asc, count, desc, eq, type SQL } from "drizzle-orm";
import { inBatches, rowsAfter } from "../batches.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { rowsBefore } from "../paging";
import { allow, type Viewer } from "../policy";
import { cities, permits } from "../tables.server";
import { permitColumns } from "./permit-columns";
import type { PermitFilter } from "./permit-filter";
import { permitSortColumns, permitsMatching } from "./permit-list.server";
import { reviewFields } from "./permit-reviewers.server";
import { requiredDisciplinesOf } from "./required-disciplines.server";

export type PermitRow = Awaited<ReturnType<typeof readRows>>[number];

const sortColumnOf = ({ sort }: PermitFilter) => (sort ? permitSortColumns[sort] : permits.id);
const isDescending = ({ sort, descending = false }: PermitFilter) => descending || !sort;

/**
 * Counts the permits that match a filter, without an upper limit. Throws 403 unless the viewer may read
 * permits.
 */
export async function countPermits(viewer: Viewer, filter: PermitFilter): Promise<number> {
  allow(viewer, "permit.read");
  const [row] = await db.select({ permits: count() }).from(permits).where(permitsMatching(viewer, filter));
  return row?.permits ?? 0;
}

/**
 * Returns a page of permits with all their columns, newest first unless the filter sorts; empty after the
 * last page.
 */
export function pageOfPermits(viewer: Viewer, filter: PermitFilter, page: number, pageSize: number) {
  allow(viewer, "permit.read");
  return readRows(viewer, filter, permitsMatching(viewer, filter), pageSize, rowsBefore(page, pageSize));
}

/** Yields all permits that match a filter, with all their columns, in batches. */
export function eachPermit(viewer: Viewer, filter: PermitFilter): AsyncGenerator<PermitRow[]> {
  allow(viewer, "permit.read");
  const matching = permitsMatching(viewer, filter);
  return inBatches((last, limit) =>
    readRows(viewer, filter, and(matching, last && isAfter(filter, last)) as SQL, limit),
  );
}

function isAfter(filter: PermitFilter, last: PermitRow): SQL {
  const sortValues = {
    number: last.urban37PermitNumber,
    city: last.city.cityName,
    status: last.status,
    due: last.dueDate,
  };
  const order = { by: sortColumnOf(filter), id: permits.id, descending: isDescending(filter) };
  return rowsAfter(order, filter.sort ? sortValues[filter.sort] : last.id, last.id);
}

/** Runs four queries for any number of rows. */
async function readRows(viewer: Viewer, filter: PermitFilter, where: SQL, limit: number, offset = 0) {
  const direction = isDescending(filter) ? desc : asc;
  const found = await db
    .select({
      permit: storedColumns(permits, permitColumns),
      cityName: cities.cityName,
      urban37CityCode: cities.urban37CityCode,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(where)
    .orderBy(direction(sortColumnOf(filter)), direction(permits.id))
    .limit(limit)
    .offset(offset);
  const rows = found.map(({ permit }) => permit);
  const required = await requiredDisciplinesOf(rows);
  const reviewOf = await reviewFields(viewer, rows, ({ name }) => name);
  return found.map(({ permit, cityName, urban37CityCode }) => ({
    ...permit,
    city: { cityName, urban37CityCode },
    requiredDisciplines: required(permit.id),
    ...reviewOf(permit),
  }));
}
