import { and, max, type SQL, sql } from "drizzle-orm";
import { letOthersIn } from "../batches.server";
import { db } from "../db.server";
import { permits } from "../tables.server";
import { isShort, newestMatching } from "./permit-search.server";

/** The ids that the first step looks at; later steps look at more while they find few matches. */
const idsAtFirst = 1000;
const [fewMatches, mostIds] = [1000, 50_000];

/**
 * Returns the ids of all permits that meet a condition and contain the search, newest first. Lists them by ranges of
 * ids and lets others in between, because a search can match every permit.
 */
export async function listMatches(search: string, condition: SQL): Promise<number[]> {
  const matches: number[] = [];
  let [before, range] = [await firstFreeId(), idsAtFirst];
  while (before > 1) {
    const first = isShort(search) ? 1 : Math.max(1, before - range);
    const inRange = sql`permit_search.rowid >= ${integer(first)} and permit_search.rowid < ${integer(before)}`;
    const rows = db.values<[number]>(
      newestMatching(search, isShort(search) ? condition : (and(condition, inRange) as SQL)),
    );
    for (const [id] of rows) matches.push(id);
    if (rows.length < fewMatches) range = Math.min(mostIds, range * 2);
    before = first;
    await letOthersIn();
  }
  return matches;
}

/** The search index reads a range of ids only if they are integers, but numbers are bound as floating point. */
const integer = (id: number): SQL => sql`cast(${id} as integer)`;

async function firstFreeId(): Promise<number> {
  const [row] = await db.select({ newest: max(permits.id) }).from(permits);
  return (row?.newest ?? 0) + 1;
}
