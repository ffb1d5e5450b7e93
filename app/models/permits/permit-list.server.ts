import { and, asc, desc, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import { db } from "../db.server";
import { limitOf } from "../dialect.server";
import { orderOfName } from "../list-order.server";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "../paging";
import { type Reach, reach, type Viewer } from "../policy";
import { preparedFor } from "../prepared.server";
import { cities, permitCounts, permits } from "../tables.server";
import { searchText } from "../text-search.server";
import type { PermitStatus } from "./permit";
import type { PermitFilter, PermitSort } from "./permit-filter";
import { reviewersOf } from "./permit-reviewers.server";
import { isShortSearch, listMatches, type SearchScope, sortValuesOf } from "./permit-search.server";

/** A search counts its matches up to this limit; the page shows '1,000+' above it. */
export const countingLimit = 1000;

export const permitSortColumns = {
  number: permits.urban37PermitNumber,
  city: orderOfName(cities.cityName),
  status: permits.status,
  due: permits.dueDate,
} as const satisfies Record<PermitSort, unknown>;

/** The permits of a list: those in the viewer's scope with the filter's status and city; null if there are none. */
export type ListScope = { cityId?: number; status?: PermitStatus };

/** The values of a scope that a prepared query has. */
type ScopeShape = Record<keyof ListScope, boolean>;
type ScopeValues = { [Name in keyof ListScope]: ListScope[Name] | Placeholder };

const shapeOf = ({ cityId, status }: ListScope): ScopeShape => ({
  cityId: Boolean(cityId),
  status: Boolean(status),
});

const placeholdersFor = ({ cityId, status }: ScopeShape): ScopeValues => ({
  cityId: cityId ? sql.placeholder("cityId") : undefined,
  status: status ? sql.placeholder("status") : undefined,
});

export function scopeOf(viewer: Viewer, { cityId, status }: PermitFilter): ListScope | null {
  const isOtherCity = viewer.cityId === null || (cityId && cityId !== viewer.cityId);
  const scopes = {
    all: { cityId, status },
    own: null,
    city: isOtherCity ? null : { cityId: viewer.cityId ?? undefined, status },
    none: null,
  } satisfies Record<Reach, ListScope | null>;
  return scopes[reach(viewer, "permit.read")];
}

export const conditionOf = ({ cityId, status }: ScopeValues): SQL =>
  and(
    sql`1 = 1`,
    cityId ? eq(permits.cityId, cityId) : undefined,
    status ? eq(permits.status, status) : undefined,
  ) as SQL;

export const searchScopeOf = ({ cityId, status }: ListScope): SearchScope => ({
  cityId: cityId || undefined,
  states: status && [{ status }],
});

/** Triggers maintain these counts, so the permits themselves are not read. */
export async function countInScope(scope: ListScope): Promise<number> {
  const [row] = await countFor(shapeOf(scope)).execute(scope);
  return row?.permits ?? 0;
}

const countFor = preparedFor((shape: ScopeShape) =>
  db
    .select({ permits: sql<number>`coalesce(sum(${permitCounts.permits}), 0)` })
    .from(permitCounts)
    .where(countsIn(placeholdersFor(shape)))
    .prepare(),
);

const countsIn = ({ cityId, status }: ScopeValues): SQL | undefined =>
  and(
    cityId ? eq(permitCounts.cityId, cityId) : undefined,
    status ? eq(permitCounts.status, status) : undefined,
  );

export type Order = Pick<PermitFilter, "sort" | "descending">;

/** Returns the order of a list, newest first unless the filter sorts. Within a city's name it is by city, then by id. */
export function orderOf({ sort, descending }: Order): SQL[] {
  const direction = descending || !sort ? desc : asc;
  const columns = [sort && permitSortColumns[sort], sort === "city" && cities.id, permits.id];
  return columns
    .filter((column) => column !== undefined && column !== false)
    .map((column) => direction(column));
}

const noIds = sql`null`;

const reversed = ({ sort, descending }: Order): SQL[] =>
  sort ? orderOf({ sort, descending: !descending }) : [asc(permits.id)];

/**
 * Returns a query for the ids of a page of all permits in a scope. It counts from the nearer end of an index that
 * has all the columns, so that the rows that it skips are never read.
 */
export async function idsOnPage(
  scope: ListScope,
  order: Order,
  page: number,
  total: number,
  size: number,
): Promise<SQL> {
  if (order.sort === "city") {
    return idsByCity(await countByCity(scope, order), scope, order, rowsBefore(page, size), size);
  }
  return idsOfSlice(scope, order, sliceFromNearerEnd(rowsBefore(page, size), total, size));
}

type Slice = { isFromEnd: boolean; offset: number | Placeholder; limit: number };

function idsOfSlice(scope: ScopeValues, order: Order, { isFromEnd, offset, limit }: Slice): SQL {
  const orderBy = sql.join(isFromEnd ? reversed(order) : orderOf(order), sql`, `);
  return sql`select ${permits.id} from ${permits} where ${conditionOf(scope)}
    order by ${orderBy} limit ${limitOf(limit)} offset ${offset}`;
}

type CityCount = { id: number; permits: number };

/** Counts the permits of each city in a scope, in the order of the cities. */
function countByCity(scope: ListScope, { descending }: Order): Promise<CityCount[]> {
  const direction = descending ? desc : asc;
  return db
    .select({ id: cities.id, permits: sql<number>`sum(${permitCounts.permits})` })
    .from(permitCounts)
    .innerJoin(cities, eq(cities.id, permitCounts.cityId))
    .where(countsIn(scope))
    .groupBy(cities.id, cities.cityName)
    .orderBy(direction(orderOfName(cities.cityName)), direction(cities.id));
}

/** No index has permits in the order of their city's name: the counts tell which cities are on the page. */
function idsByCity(
  citiesInOrder: CityCount[],
  scope: ListScope,
  { descending }: Order,
  before: number,
  size: number,
): SQL {
  // Without a column to sort by, the newest are first.
  const isReversed = !descending;
  const slices: SQL[] = [];
  let first = 0;
  for (const city of citiesInOrder) {
    const slice = { before: Math.max(0, before - first), total: city.permits, size: before + size - first };
    first += city.permits;
    if (slice.size <= 0) break;
    if (slice.before >= city.permits) continue;
    const { isFromEnd, ...part } = sliceFromNearerEnd(slice.before, slice.total, slice.size - slice.before);
    const ids = idsOfSlice(
      { ...scope, cityId: city.id },
      {},
      { ...part, isFromEnd: isFromEnd !== isReversed },
    );
    slices.push(sql`select id from (${ids}) as ${sql.raw(`slice_${slices.length}`)}`);
  }
  return slices.length > 0 ? sql.join(slices, sql` union all `) : noIds;
}

export const among = (ids: SQL): SQL => sql`${permits.id} in (${ids})`;

/** Returns the ids of the newest matches of a search, up to the counting limit; `isCapped` if there are more. */
export async function countMatches(scope: ListScope, search: string) {
  // One more than the limit shows whether there are more; counting further could read the entire index.
  const matches = await listMatches(search, searchScopeOf(scope), countingLimit + 1);
  return { matches: matches.slice(0, countingLimit), isCapped: matches.length > countingLimit };
}

/** Returns the ids of a page of these matches, which are the newest first, in an order: a query, or a list of them. */
export function matchesOnPage(
  scope: ListScope,
  order: Order,
  matches: number[],
  page: number,
  size: number,
): SQL {
  const offset = rowsBefore(page, size);
  if (offset >= matches.length) return noIds;
  if (order.sort && !isSameFor(scope, order.sort)) return sorted(matches, order, offset, size);
  const inOrder = order.sort && !order.descending ? matches.toReversed() : matches;
  return listOf(inOrder.slice(offset, offset + size));
}

/** Whether all permits in a scope have the same value, so that a sort by it is a sort by id. */
const isSameFor = ({ cityId, status }: ListScope, sort: PermitSort): boolean =>
  Boolean((sort === "city" && cityId) || (sort === "status" && status));

const listOf = (ids: number[]): SQL =>
  sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );

/** Reads the values that all matches are sorted by. */
function sorted(matches: number[], order: Order, offset: number, size: number): SQL {
  const joinCities = order.sort === "city" ? sql`join ${cities} on ${cities.id} = ${permits.cityId}` : sql``;
  return sql`select ${permits.id} from ${sortValuesOf(matches)} ${joinCities}
    order by ${sql.join(orderOf(order), sql`, `)} limit ${limitOf(size)} offset ${offset}`;
}

/**
 * Returns one page of the permits that match a filter within the viewer's scope, ten rows a page. A page
 * number out of range becomes the nearest page. The number of queries does not depend on the number of rows.
 * A search counts and sorts only its newest matches, up to the counting limit; `isCapped` if there are more.
 */
export async function listPermits(viewer: Viewer, filter: PermitFilter) {
  const { rows, ...counts } = await readPage(viewer, filter);
  const reviewers = await reviewersOf(viewer, rows);
  return {
    rows: rows.map((row) => ({
      ...row,
      assignedEmployees: (reviewers.get(row.id) ?? []).map(({ name }) => name),
    })),
    ...counts,
  };
}

const sumOf = (counts: CityCount[]): number => counts.reduce((sum, { permits }) => sum + permits, 0);

/** Counts the permits of a list, and reads its nearest existing page. */
async function readPage(viewer: Viewer, filter: PermitFilter) {
  const scope = scopeOf(viewer, filter);
  const search = searchText(filter.search);
  const isShort = search !== undefined && isShortSearch(search);
  if (!scope) return { rows: [], page: nearestPage(filter.page, 0), total: 0, isCapped: false, isShort };
  if (search) {
    const { matches, isCapped } = await countMatches(scope, search);
    const page = nearestPage(filter.page, matches.length);
    const rows = await selectRows(matchesOnPage(scope, filter, matches, page, pageSize), filter);
    return { rows, page, total: matches.length, isCapped, isShort };
  }
  const byCity = filter.sort === "city" ? await countByCity(scope, filter) : undefined;
  const total = byCity ? sumOf(byCity) : await countInScope(scope);
  const page = nearestPage(filter.page, total);
  const before = rowsBefore(page);
  const rows = byCity
    ? await selectRows(idsByCity(byCity, scope, filter, before, pageSize), filter)
    : await readSlice(scope, filter, sliceFromNearerEnd(before, total));
  return { rows, page, total, isCapped: false, isShort };
}

const selectRows = (ids: SQL, order: Order) =>
  db
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
    .where(among(ids))
    .orderBy(...orderOf(order));

type NearerSlice = ReturnType<typeof sliceFromNearerEnd>;

function readSlice(scope: ListScope, { sort, descending }: Order, { offset, ...slice }: NearerSlice) {
  const shape = { scope: shapeOf(scope), order: { sort, descending }, ...slice };
  return sliceFor(shape).execute({ ...scope, offset });
}

type SliceShape = { scope: ScopeShape; order: Order; isFromEnd: boolean; limit: number };

const sliceFor = preparedFor(({ scope, order, ...slice }: SliceShape) => {
  const place = { ...slice, offset: sql.placeholder("offset") };
  return selectRows(idsOfSlice(placeholdersFor(scope), order, place), order).prepare();
});
