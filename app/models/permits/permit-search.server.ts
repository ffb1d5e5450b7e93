import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { yieldToEventLoop } from "~/platform/db/batches.server";
import { indexedBy, isPostgres, orderedJoin, rowsOfIds } from "~/platform/db/dialect.server";
import { readIds } from "~/platform/db/list.server";
import { containsInFolded } from "~/platform/db/text-search.server";
import { searchTerms } from "../search-terms";
import { permits } from "../tables.server";
import type { MatchLimits, SearchScope } from "./permit-filter";
import * as postgres from "./permit-search-postgres.server";
import * as sqlite from "./permit-search-sqlite.server";

export type { SearchScope } from "./permit-filter";

const { newestMatching: newestWithTerms, foldedTextOf } = isPostgres ? postgres : sqlite;

export function newestMatching(search: string, scope: SearchScope, part: MatchLimits): SQL {
  const terms = searchTerms(search);
  return terms.length === 0
    ? sql`select id from ${permits} where 1 = 0`
    : newestWithTerms(terms, scope, part);
}

export const foundBySql = (search: string, permitId: SQLWrapper): SQL =>
  containsInFolded(foldedTextOf(permitId), search);

const matchesAtOnce = 10_000;

/** Lists the newest matches, and yields to the event loop, because a search can match every permit. */
export async function listMatchingIds(search: string, scope: SearchScope, limit = Infinity) {
  const matches: number[] = [];
  while (true) {
    const wanted = Math.min(matchesAtOnce, limit - matches.length);
    const step = await readIds(newestMatching(search, scope, { limit: wanted, before: matches.at(-1) }));
    for (const id of step) matches.push(id);
    if (step.length < wanted || matches.length === limit) return matches;
    await yieldToEventLoop();
  }
}

/** The index has a tenth of the table's bytes. */
export const sortValuesOf = (ids: number[]): SQL =>
  joinedByIds(ids, indexedBy(permits, "permits_sort_values"), permits.id);

/** The ids are one value, since a thousand take long to bind. */
export const joinedByIds = (ids: number[], table: SQLWrapper, id: SQLWrapper): SQL =>
  sql`${rowsOfIds(ids)} ${orderedJoin} ${table} on ${id} = listed.value`;
