import { max } from "drizzle-orm";
import { letOthersIn } from "../batches.server";
import { db } from "../db.server";
import { permits } from "../tables.server";
import { newestMatches, type SearchScope } from "./permit-search.server";

/** The ids that the first step looks at; later steps look at more while they find few matches. */
const idsAtFirst = 1000;
const [fewMatches, mostIds] = [1000, 50_000];

/**
 * Returns the ids of all permits in a scope that contain the search, newest first. Lists them by ranges of ids and
 * lets others in between, because a search can match every permit.
 */
export async function listMatches(search: string, scope: SearchScope): Promise<number[]> {
  const matches: number[] = [];
  let [before, range] = [await firstFreeId(), idsAtFirst];
  while (before > 1) {
    const from = Math.max(1, before - range);
    const found = await newestMatches(search, scope, { from, before });
    for (const id of found) matches.push(id);
    if (found.length < fewMatches) range = Math.min(mostIds, range * 2);
    before = from;
    await letOthersIn();
  }
  return matches;
}

async function firstFreeId(): Promise<number> {
  const [row] = await db.select({ newest: max(permits.id) }).from(permits);
  return (row?.newest ?? 0) + 1;
}
