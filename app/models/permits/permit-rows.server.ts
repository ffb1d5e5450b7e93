import { and, asc, desc, eq, inArray, type SQL } from "drizzle-orm";
import { inBatches, letOthersIn, partsOf } from "../batches.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { orderOfName, orderTerms, rowsAfterLast } from "../list-order.server";
import { rowsBefore } from "../paging";
import { planCheckField } from "../plan-checks/plan-check";
import { isCurrentPlanCheck } from "../plan-checks/plan-check.server";
import { allow, type Viewer } from "../policy";
import { fieldRefusal } from "../refusal";
import { once } from "../remember";
import { cities, permits, planChecks } from "../tables.server";
import { searchText } from "../text-search.server";
import { permitColumns } from "./permit-columns";
import type { PermitFilter, PermitSort } from "./permit-filter";
import {
  among,
  conditionOf,
  countInScope,
  countingLimit,
  countMatches,
  idsOnPage,
  type ListScope,
  matchesOnPage,
  type Order,
  orderOf,
  permitSortColumns,
  scopeOf,
  searchScopeOf,
} from "./permit-list.server";
import { reviewFields } from "./permit-reviewers.server";
import { visibleTo } from "./permit-scope.server";
import { listMatches } from "./permit-search.server";
import { requiredDisciplines } from "./required-disciplines.server";

export type PermitRow = Awaited<ReturnType<typeof readRows>>[number];

/**
 * Returns how to read the permits that match a filter, with all their columns, newest first unless the filter sorts.
 * Throws 403 unless the viewer may read permits. A search lists its matches once, for the count and the rows.
 */
export function permitRows(viewer: Viewer, filter: PermitFilter) {
  allow(viewer, "permit.read");
  const scope = scopeOf(viewer, filter);
  if (!scope) return noRows;
  const search = searchText(filter.search);
  return search ? rowsOfSearch(viewer, filter, scope, search) : rowsInScope(viewer, filter, scope);
}

const noRows = {
  count: async () => 0,
  countForPages: async () => ({ total: 0, isCapped: false }),
  page: async (): Promise<PermitRow[]> => [],
  all: async function* (): AsyncGenerator<PermitRow[]> {},
};

function rowsInScope(viewer: Viewer, filter: PermitFilter, scope: ListScope) {
  const count = once(() => countInScope(scope));
  return {
    /** Counts them, without an upper limit. */
    count,
    /** Counts those that have a page. */
    countForPages: async () => ({ total: await count(), isCapped: false }),
    /** Returns a page of them; empty after the last page. */
    page: async (page: number, size: number) =>
      readRows(viewer, filter, among(await idsOnPage(scope, filter, page, await count(), size))),
    /** Yields all of them in batches. */
    all: () => rowsOf(viewer, filter, idsInOrder(scope, filter)),
  };
}

/** Pages of a search have its newest matches only, up to the counting limit, as on screen. */
function rowsOfSearch(viewer: Viewer, filter: PermitFilter, scope: ListScope, search: string) {
  const list = once(() => listMatches(search, searchScopeOf(scope)));
  const listNewest = once(() => countMatches(scope, search));
  return {
    count: async () => (await list()).length,
    countForPages: async () => {
      const { matches, isCapped } = await listNewest();
      return { total: matches.length, isCapped };
    },
    /** Throws 400 for a page after the limit, unless there are no more matches. */
    page: async (page: number, size: number) => {
      const { matches, isCapped } = await listNewest();
      if (isCapped && rowsBefore(page, size) >= countingLimit) throw pageOutOfReach();
      return readRows(viewer, filter, among(matchesOnPage(scope, filter, matches, page, size)));
    },
    all: async function* () {
      yield* rowsOf(viewer, filter, idsOfMatches(scope, filter, await list()));
    },
  };
}

const pageOutOfReach = () =>
  fieldRefusal(
    "page",
    `Pages of a search have its newest ${countingLimit.toLocaleString("en-US")} permits. Narrow the search, or leave out page and pageSize for all of them.`,
  );

/** Yields the rows of ids in batches. */
async function* rowsOf(viewer: Viewer, order: Order, ids: AsyncIterable<number[]>) {
  for await (const step of ids) {
    for await (const part of partsOf(step)) yield await readRows(viewer, order, inArray(permits.id, part));
  }
}

/** The entries of an index that one step reads. */
const entriesAtOnce = 1000;

const isDescending = ({ sort, descending = false }: Order) => descending || !sort;

/** Yields the ids of the permits in a scope, in an order, in steps. */
async function* idsInOrder(scope: ListScope, order: Order): AsyncGenerator<number[]> {
  const descending = isDescending(order);
  if (!order.sort) return yield* idsBy(permits.id, descending, scope);
  if (order.sort !== "city") return yield* idsBy(permitSortColumns[order.sort], descending, scope);
  // No index has permits in the order of their city's name, but one has those of each city.
  const direction = descending ? desc : asc;
  const inOrder = await db
    .select({ id: cities.id })
    .from(cities)
    .where(scope.cityId ? eq(cities.id, scope.cityId) : undefined)
    .orderBy(direction(orderOfName(cities.cityName)), direction(cities.id));
  for (const { id } of inOrder) {
    yield* idsBy(permits.id, descending, { ...scope, cityId: id });
    await letOthersIn();
  }
}

type SortColumn = (typeof permitSortColumns)[Exclude<PermitSort, "city">] | typeof permits.id;

async function* idsBy(by: SortColumn, descending: boolean, scope: ListScope): AsyncGenerator<number[]> {
  const order = { by, id: permits.id, descending };
  const read = (range: SQL | undefined, limit: number) =>
    db
      .select({ id: permits.id, value: by })
      .from(permits)
      .where(and(conditionOf(scope), range))
      .orderBy(...orderTerms(order))
      .limit(limit);
  type Entry = Awaited<ReturnType<typeof read>>[number];
  const entries = inBatches<Entry>(
    async (last, limit) => (last ? rowsAfterLast(order, last, limit, read) : read(undefined, limit)),
    entriesAtOnce,
  );
  for await (const step of entries) yield step.map(({ id }) => id);
}

/** Yields the matches of a search in an order, in steps. */
async function* idsOfMatches(scope: ListScope, order: Order, matches: number[]): AsyncGenerator<number[]> {
  if (!order.sort) return yield matches;
  // One byte for each permit: a million ids in a Set take fifty times as much memory.
  const isMatch = new Uint8Array((matches[0] ?? 0) + 1);
  for await (const part of partsOf(matches, entriesAtOnce)) for (const id of part) isMatch[id] = 1;
  for await (const step of idsInOrder(scope, order)) yield step.filter((id) => isMatch[id]);
}

/** Runs two queries for any number of rows. */
async function readRows(viewer: Viewer, order: Order, where: SQL) {
  const found = await db
    .select({
      permit: storedColumns(permits, permitColumns),
      isAssigned: permits.isAssigned,
      cityName: cities.cityName,
      urban37CityCode: cities.urban37CityCode,
      usesCorrections: cities.usesCorrections,
      planCheck: { state: planChecks.state, releasedAt: planChecks.releasedAt },
      requiredDisciplines,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .leftJoin(planChecks, isCurrentPlanCheck)
    .where(and(visibleTo(viewer), where))
    .orderBy(...orderOf(order));
  const rows = found.map(({ permit }) => permit);
  const reviewOf = await reviewFields(viewer, rows, ({ name }) => name);
  return found.map(({ permit, isAssigned, requiredDisciplines, ...row }) => ({
    ...permit,
    city: { cityName: row.cityName, urban37CityCode: row.urban37CityCode },
    planCheck: planCheckField(row.usesCorrections, row.planCheck),
    requiredDisciplines,
    ...reviewOf({ ...permit, isAssigned }),
  }));
}
