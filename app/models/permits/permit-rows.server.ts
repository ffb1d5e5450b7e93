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

const columnOf = ({ sort }: PermitFilter) => (sort ? permitSortColumns[sort] : permits.id);
const isDescending = ({ sort, descending = false }: PermitFilter) => descending || !sort;

/** How many permits a filter finds, to the last. */
export async function countPermits(viewer: Viewer, filter: PermitFilter): Promise<number> {
  allow(viewer, "permit.read");
  const [row] = await db.select({ found: count() }).from(permits).where(permitsMatching(viewer, filter));
  return row?.found ?? 0;
}

/** A page of whole permits, none beyond the last; the newest first unless the filter sorts them. */
export function pageOfPermits(viewer: Viewer, filter: PermitFilter, page: number, pageSize: number) {
  allow(viewer, "permit.read");
  return readRows(viewer, filter, permitsMatching(viewer, filter), pageSize, rowsBefore(page, pageSize));
}

/** All permits that a filter finds, whole, in batches: each goes on where the last one ended. */
export function eachPermit(viewer: Viewer, filter: PermitFilter): AsyncGenerator<PermitRow[]> {
  allow(viewer, "permit.read");
  const matching = permitsMatching(viewer, filter);
  return inBatches((last, limit) =>
    readRows(viewer, filter, and(matching, last && after(filter, last)) as SQL, limit),
  );
}

function after(filter: PermitFilter, last: PermitRow): SQL {
  const ends = {
    number: last.urban37PermitNumber,
    city: last.city.cityName,
    status: last.status,
    due: last.dueDate,
  };
  const order = { by: columnOf(filter), id: permits.id, descending: isDescending(filter) };
  return rowsAfter(order, filter.sort ? ends[filter.sort] : last.id, last.id);
}

/** Four queries, however many rows there are. */
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
    .orderBy(direction(columnOf(filter)), direction(permits.id))
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
