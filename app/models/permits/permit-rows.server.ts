import { and, asc, desc, eq, inArray, type SQL } from "drizzle-orm";
import { inBatches, letOthersIn, partsOf, rowsAfter } from "../batches.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { rowsBefore } from "../paging";
import { allow, type Viewer } from "../policy";
import { cities, permits } from "../tables.server";
import { searchText } from "../text-search.server";
import { permitColumns } from "./permit-columns";
import type { PermitFilter, PermitSort } from "./permit-filter";
import { countByStatus, permitSortColumns, permitsMatching } from "./permit-list.server";
import { listMatches } from "./permit-matches.server";
import { reviewFields } from "./permit-reviewers.server";
import { requiredDisciplines } from "./required-disciplines.server";

export type PermitRow = Awaited<ReturnType<typeof readRows>>[number];

const isDescending = ({ sort, descending = false }: PermitFilter) => descending || !sort;
const directionOf = (filter: PermitFilter) => (isDescending(filter) ? desc : asc);
const orderOf = (filter: PermitFilter) => {
  const direction = directionOf(filter);
  return [direction(filter.sort ? permitSortColumns[filter.sort] : permits.id), direction(permits.id)];
};

/**
 * Returns how to read the permits that match a filter, with all their columns, newest first unless the filter sorts.
 * Throws 403 unless the viewer may read permits. A search lists its matches once, for the count and the rows.
 */
export function permitRows(viewer: Viewer, filter: PermitFilter) {
  allow(viewer, "permit.read");
  const search = searchText(filter.search);
  const inScope = permitsMatching(viewer, { ...filter, search: undefined });
  let listed: Promise<number[]> | undefined;
  const matches = (text: string) => {
    listed ??= listMatches(text, inScope);
    return listed;
  };
  const ids = async () =>
    search ? idsOfMatches(filter, inScope, await matches(search)) : idsOf(filter, inScope);
  const readIds = (part: number[]) =>
    readRows(viewer, filter, and(inScope, inArray(permits.id, part)) as SQL);
  return {
    /** Counts them, without an upper limit. */
    count: async () => (search ? (await matches(search)).length : countByStatus(viewer, filter)),
    /** Returns a page of them; empty after the last page. */
    page: async (page: number, size: number) => {
      const offset = rowsBefore(page, size);
      if (!search) return readRows(viewer, filter, inScope, size, offset);
      return readIds(await sliceOf(await ids(), offset, size));
    },
    /** Yields all of them in batches. */
    all: async function* () {
      for await (const step of await ids()) {
        for await (const part of partsOf(step)) yield await readIds(part);
      }
    },
  };
}

/** The entries of an index that one step reads. */
const entriesAtOnce = 1000;

/** Yields the ids of the permits that meet a condition, in the order of a filter, in steps. */
async function* idsOf(filter: PermitFilter, condition: SQL): AsyncGenerator<number[]> {
  const descending = isDescending(filter);
  if (!filter.sort) return yield* idsBy(permits.id, descending, condition);
  if (filter.sort !== "city") return yield* idsBy(permitSortColumns[filter.sort], descending, condition);
  // No index has permits in the order of their city's name, but one has those of each city.
  const direction = directionOf(filter);
  const inOrder = await db
    .select({ id: cities.id })
    .from(cities)
    .orderBy(direction(cities.cityName), direction(cities.id));
  for (const { id } of inOrder) {
    yield* idsBy(permits.id, descending, and(condition, eq(permits.cityId, id)) as SQL);
    await letOthersIn();
  }
}

type SortColumn = Exclude<(typeof permitSortColumns)[PermitSort], typeof cities.cityName> | typeof permits.id;

async function* idsBy(by: SortColumn, descending: boolean, condition: SQL): AsyncGenerator<number[]> {
  const direction = descending ? desc : asc;
  const order = { by, id: permits.id, descending };
  const entries = inBatches(
    (last: { id: number; value: string | number } | undefined, limit) =>
      db
        .select({ id: permits.id, value: by })
        .from(permits)
        .where(and(condition, last && rowsAfter(order, last.value, last.id)))
        .orderBy(direction(by), direction(permits.id))
        .limit(limit),
    entriesAtOnce,
  );
  for await (const step of entries) yield step.map(({ id }) => id);
}

/** Yields the matches of a search in the order of a filter, in steps. */
async function* idsOfMatches(
  filter: PermitFilter,
  condition: SQL,
  matches: number[],
): AsyncGenerator<number[]> {
  if (!filter.sort) return yield matches;
  // One byte for each permit: a million ids in a Set take fifty times as much memory.
  const isMatch = new Uint8Array((matches[0] ?? 0) + 1);
  for await (const part of partsOf(matches, entriesAtOnce)) for (const id of part) isMatch[id] = 1;
  for await (const step of idsOf(filter, condition)) yield step.filter((id) => isMatch[id]);
}
/** Returns a part of a list that is yielded in steps, and reads no further. */
async function sliceOf(steps: AsyncIterable<number[]>, offset: number, size: number): Promise<number[]> {
  const ids: number[] = [];
  for await (const step of steps) {
    for (const id of step) ids.push(id);
    if (ids.length >= offset + size) break;
  }
  return ids.slice(offset, offset + size);
}

/** Runs three queries for any number of rows. */
async function readRows(viewer: Viewer, filter: PermitFilter, where: SQL, limit = -1, offset = 0) {
  const found = await db
    .select({
      permit: storedColumns(permits, permitColumns),
      cityName: cities.cityName,
      urban37CityCode: cities.urban37CityCode,
      requiredDisciplines,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(where)
    .orderBy(...orderOf(filter))
    .limit(limit)
    .offset(offset);
  const rows = found.map(({ permit }) => permit);
  const reviewOf = await reviewFields(viewer, rows, ({ name }) => name);
  return found.map(({ permit, cityName, urban37CityCode, requiredDisciplines }) => ({
    ...permit,
    city: { cityName, urban37CityCode },
    requiredDisciplines,
    ...reviewOf(permit),
  }));
}
