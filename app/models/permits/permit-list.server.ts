import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { batchesOf, yieldToEventLoop } from "~/platform/db/batches.server";
import { oneOfSql } from "~/platform/db/column-types.server";
import { db } from "~/platform/db/db.server";
import { indexedBy, limitOf } from "~/platform/db/dialect.server";
import {
  idsFrom,
  idsOf,
  idsOfAll,
  idsOfSlice,
  indexedList,
  type List,
  readIds,
} from "~/platform/db/list.server";
import { orderOfName, orderTerms } from "~/platform/db/list-order.server";
import { searchText } from "~/platform/db/text-search.server";
import { once } from "~/platform/remember";
import type { CalendarDate } from "../calendar-date";
import { today } from "../clock.server";
import { storedColumns } from "../columns";
import { rowsBefore, sliceFromNearerEnd } from "../paging";
import { personName } from "../person";
import { allow, type Scope, scopeOf, type Viewer } from "../policy";
import { refusalAtField } from "../refusal";
import { openSql } from "../review-cycle.server";
import { planCheckField } from "../review-cycles/plan-check";
import { currentPlanCheckSql } from "../review-cycles/plan-check.server";
import { assignments, cities, permitCounts, permits, planChecks } from "../tables.server";
import { heldStatuses, openPermitStatuses, type PermitStatus } from "./permit";
import { permitColumns } from "./permit-columns";
import type { PermitFilter, PermitSort, PermitView } from "./permit-filter";
import { reviewFields } from "./permit-reviewers.server";
import { requiredDisciplines, visibleTo } from "./permit-scope.server";
import { listMatchingIds, type SearchScope, sortValuesOf } from "./permit-search.server";

/** Above it, the page shows "1,000+". */
export const countingLimit = 1000;

export type PermitRow = Awaited<ReturnType<typeof readRows>>[number];

export function permitList(viewer: Viewer, filter: PermitFilter, day = today()): List<PermitRow> {
  allow(viewer, "permit.read");
  const scope = listScopeOf(viewer, filter, day);
  if (!scope) return emptyList;
  const search = searchText(filter.search);
  return search ? searchedList(viewer, filter, scope, search) : completeList(viewer, filter, scope);
}

const emptyList: List<never> = {
  count: async () => 0,
  page: async () => [],
  all: async function* () {},
};

/** No index has permits in the order of their city's name, so a list by city is read from city to city. */
function completeList(viewer: Viewer, order: Order, scope: ListScope): List<PermitRow> {
  const list = indexedList({
    ...indexed(scope, order),
    count: () => countInScope(scope),
    readRows: (where) => readRows(viewer, where, order),
  });
  if (order.sort !== "city") return list;
  return {
    ...list,
    page: async (page, size) => {
      const ids = await idsByCity(scope, order, rowsBefore(page, size), size);
      return readRows(viewer, isAmong(ids), order);
    },
    all: async function* () {
      yield* rowsOf(viewer, order, await idsInScope(scope, order));
    },
  };
}

function searchedList(viewer: Viewer, order: Order, scope: ListScope, search: string): List<PermitRow> {
  const searchScope: SearchScope = {
    cityId: scope.cityId || undefined,
    states: scope.statuses?.map((status) => ({ status })),
  };
  const listAll = once(async () => matchesInView(await listMatchingIds(search, searchScope), scope));
  const listNewest = once(async () => {
    const { matches, isCapped } = await newestMatches(search, searchScope);
    return { matches: await matchesInView(matches, scope), isCapped };
  });
  return {
    count: async () => (await listAll()).length,
    countForPages: async () => {
      const { matches, isCapped } = await listNewest();
      return { total: matches.length, isCapped };
    },
    page: async (page, size) => {
      const { matches, isCapped } = await listNewest();
      const offset = rowsBefore(page, size);
      if (isCapped && offset >= countingLimit) throw pageOutOfReach();
      const ids = order.sort
        ? sortedMatches(matches, order, offset, size)
        : idsFrom(matches.slice(offset, offset + size));
      return readRows(viewer, isAmong(ids), order);
    },
    all: async function* () {
      yield* rowsOf(viewer, order, await idsOfMatches(scope, order, await listAll()));
    },
  };
}

const pageOutOfReach = () =>
  refusalAtField(
    "page",
    `Pages of a search have its newest ${countingLimit.toLocaleString("en-US")} permits. Narrow the search, or leave out page and pageSize for all of them.`,
  );

/** Permits of one city or of all, in any of some statuses, and what a view demands of them. */
type ListScope = { cityId?: number } & ViewScope;

/** What is open is found in an index of its own. */
type ViewScope = { statuses?: PermitStatus[]; isOpen?: true; condition?: SQL };

/** Nobody reviews it, or nobody a discipline that it needs. */
export const isUnassigned = sql`(${permits.lacksReviewer} = true or ${permits.isAssigned} = false)`;

const open: ViewScope = { statuses: openPermitStatuses, isOpen: true };

const scopesOfViews: Record<PermitView, (viewer: Viewer, day: CalendarDate) => ViewScope> = {
  open: () => open,
  /** As `permitDueStatus` says. */
  late: (_, day) => ({ ...open, condition: lt(permits.dueDate, day) }),
  unassigned: () => ({ ...open, condition: isUnassigned }),
  mine: ({ employeeId }) => ({ condition: inArray(permits.id, permitsReviewedBy(employeeId ?? -1)) }),
  hold: () => ({ statuses: heldStatuses }),
};

const permitsReviewedBy = (employeeId: number) =>
  db
    .select({ id: assignments.permitId })
    .from(assignments)
    .where(and(openSql, eq(assignments.employeeId, employeeId)));

function listScopeOf(viewer: Viewer, filter: PermitFilter, day: CalendarDate): ListScope | null {
  const { cityId, status, view } = filter;
  const ofView = view ? scopesOfViews[view](viewer, day) : {};
  if (status && ofView.statuses?.includes(status) === false) return null;
  const filtered = { ...ofView, cityId, statuses: status ? [status] : ofView.statuses };
  const isOtherCity = viewer.cityId === null || (cityId && cityId !== viewer.cityId);
  const scopes = {
    all: filtered,
    own: null,
    city: isOtherCity ? null : { ...filtered, cityId: viewer.cityId ?? undefined },
    none: null,
  } satisfies Record<Scope, ListScope | null>;
  return scopes[scopeOf(viewer, "permit.read")];
}

const isInScope = (table: typeof permits | typeof permitCounts, { cityId, statuses, condition }: ListScope) =>
  and(
    sql`1 = 1`,
    cityId ? eq(table.cityId, cityId) : undefined,
    statuses &&
      (statuses.length === 1
        ? eq(table.status, statuses[0] as PermitStatus)
        : inArray(table.status, statuses)),
    condition,
  );

/** Counters know cities and statuses only. */
async function countInScope(scope: ListScope): Promise<number> {
  if (scope.condition) return db.$count(tableOf(scope), isListed(scope));
  const [row] = await db
    .select({ permits: sql<number>`coalesce(sum(${permitCounts.permits}), 0)` })
    .from(permitCounts)
    .where(isInScope(permitCounts, scope));
  return row?.permits ?? 0;
}

/** In the text as in the index, which SQLite takes for a part of the permits only by the same words. */
const isOpenSql = oneOfSql(permits.status, openPermitStatuses);

const tableOf = ({ isOpen }: ListScope, { sort }: Order = {}): SQL =>
  isOpen ? indexedBy(permits, sort === "due" ? "permits_open_by_due_date" : "permits_open") : sql`${permits}`;

const isListed = (scope: ListScope): SQL => and(scope.isOpen && isOpenSql, isInScope(permits, scope)) as SQL;

type Order = Pick<PermitFilter, "sort" | "descending">;

const sortColumns = {
  number: permits.urban37PermitNumber,
  // In a city, permits are by their ids.
  city: permits.id,
  status: permits.status,
  due: permits.dueDate,
} as const satisfies Record<PermitSort, unknown>;

const orderOf = ({ sort, descending }: Order) => ({
  by: sort ? sortColumns[sort] : permits.id,
  id: permits.id,
  descending: descending || !sort,
});

const cityOrder = ({ descending }: Order) =>
  orderTerms({ by: orderOfName(cities.cityName), id: cities.id, descending });

const termsOf = (order: Order): SQL[] => [
  ...(order.sort === "city" ? cityOrder(order) : []),
  ...orderTerms(orderOf(order)),
];

const indexed = (scope: ListScope, order: Order) => ({
  table: tableOf(scope, order),
  where: isListed(scope),
  order: orderOf(order),
});

const countsOfCities = (scope: ListScope): SQL =>
  scope.condition
    ? sql`select ${permits.cityId}, count(*) as permits from ${tableOf(scope)} where ${isListed(scope)} group by 1`
    : sql`select ${permitCounts.cityId}, sum(${permitCounts.permits}) as permits from ${permitCounts} where ${isInScope(permitCounts, scope)} group by 1`;

/** Counts tell which cities are on the page. */
async function idsByCity(scope: ListScope, order: Order, before: number, size: number): Promise<SQL> {
  const ofCities = await db
    .select({ cityId: cities.id, permits: sql<number>`counts.permits` })
    .from(sql`(${countsOfCities(scope)}) as counts`)
    .innerJoin(cities, sql`${cities.id} = counts.city_id`)
    .orderBy(...cityOrder(order));
  const slices: SQL[] = [];
  let first = 0;
  for (const { cityId, permits } of ofCities) {
    const [start, end] = [Math.max(before - first, 0), Math.min(before + size - first, permits)];
    first += permits;
    if (start >= end) continue;
    const slice = sliceFromNearerEnd(start, permits, end - start);
    slices.push(idsOfSlice(indexed({ ...scope, cityId }, order), slice));
  }
  return idsOfAll(slices);
}

const isAmong = (ids: SQL): SQL => sql`${permits.id} in (${ids})`;

async function matchesInView(matches: number[], { condition }: ListScope): Promise<number[]> {
  if (!condition || matches.length === 0) return matches;
  const inView = new Set(
    await readIds(
      sql`select ${permits.id} from ${permits} where ${isAmong(idsFrom(matches))} and ${condition}`,
    ),
  );
  return matches.filter((id) => inView.has(id));
}

export async function newestMatches(search: string, scope: SearchScope) {
  // One more than the limit shows whether there are more; counting further could read the entire index.
  const matches = await listMatchingIds(search, scope, countingLimit + 1);
  return { matches: matches.slice(0, countingLimit), isCapped: matches.length > countingLimit };
}

function sortedMatches(matches: number[], order: Order, offset: number, size: number): SQL {
  const joinCities = order.sort === "city" ? sql`join ${cities} on ${cities.id} = ${permits.cityId}` : sql``;
  return sql`select ${permits.id} from ${sortValuesOf(matches)} ${joinCities}
    order by ${sql.join(termsOf(order), sql`, `)} limit ${limitOf(size)} offset ${offset}`;
}

async function idsInScope(scope: ListScope, order: Order): Promise<number[]> {
  if (order.sort !== "city") return readIds(idsOf(indexed(scope, order)));
  // One index has the permits of each city.
  const inOrder = await db
    .select({ id: cities.id })
    .from(cities)
    .where(scope.cityId ? eq(cities.id, scope.cityId) : undefined)
    .orderBy(...cityOrder(order));
  const ids: number[][] = [];
  for (const { id } of inOrder) {
    ids.push(await readIds(idsOf(indexed({ ...scope, cityId: id }, order))));
    await yieldToEventLoop();
  }
  return ids.flat();
}

async function idsOfMatches(scope: ListScope, order: Order, matches: number[]): Promise<number[]> {
  if (!order.sort) return matches;
  const isMatch = new Set(matches);
  return (await idsInScope(scope, order)).filter((id) => isMatch.has(id));
}

async function* rowsOf(viewer: Viewer, order: Order, ids: number[]) {
  for await (const part of batchesOf(ids)) yield readRows(viewer, inArray(permits.id, part), order);
}

const selectRows = (where: SQL | undefined, order: Order) =>
  db
    .select({
      permit: storedColumns(permits, permitColumns),
      isAssigned: permits.isAssigned,
      city: { cityName: cities.cityName, urban37CityCode: cities.urban37CityCode },
      usesCorrections: cities.usesCorrections,
      planCheck: { state: planChecks.state, releasedAt: planChecks.releasedAt },
      requiredDisciplines,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .leftJoin(planChecks, currentPlanCheckSql)
    .where(where)
    .orderBy(...termsOf(order));

async function readRows(viewer: Viewer, where: SQL, order: Order) {
  const rows = await selectRows(and(where, visibleTo(viewer)), order);
  const reviewOf = await reviewFields(
    viewer,
    rows.map(({ permit }) => permit),
    personName,
  );
  return rows.map(({ permit, isAssigned, city, usesCorrections, planCheck, requiredDisciplines }) => ({
    ...permit,
    city,
    planCheck: planCheckField(usesCorrections, planCheck),
    requiredDisciplines,
    ...reviewOf({ ...permit, isAssigned }),
  }));
}
