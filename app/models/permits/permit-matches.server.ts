import { letOthersIn } from "../batches.server";
import { matchesBetween, newestMatches, type SearchScope } from "./permit-search.server";

/** The newest matches show about how many there are, and so how many ids a step has to look at. */
const sampleSize = 20;
/** The matches that a step looks for. It covers more ids than that, so that one step is mostly enough. */
const [fewest, most, reserve] = [1000, 10_000, 1.25];
/** Matches can be denser than in the step before, but a step reads no more than this multiple of those it wants. */
const excess = 4;

/**
 * Returns the ids of the newest permits in a scope that contain the search, newest first: all, or up to a limit.
 * It lists them in steps, and lets others in between, because a search can match every permit.
 */
export async function listMatches(search: string, scope: SearchScope, limit = Infinity): Promise<number[]> {
  const matches = await newestMatches(search, scope, { limit: Math.min(sampleSize, limit) });
  const [newest = 0, last = 0] = [matches[0], matches.at(-1)];
  if (matches.length < sampleSize) return matches;
  let [before, ids, found] = [last, newest - last + 1, matches.length];
  while (before > 1 && matches.length < limit) {
    await letOthersIn();
    const wanted = Math.max(fewest, Math.min(most, limit - matches.length));
    // A page must take few queries: its second step reads downward, which is slower, but as far as needed.
    const isLast = limit < Infinity && before < last;
    const range = Math.ceil((ids / Math.max(1, found)) * wanted * reserve);
    const step = isLast
      ? { matches: await newestMatches(search, scope, { before, limit: limit - matches.length }), from: 1 }
      : await listStep(search, scope, { from: Math.max(1, before - range), before, wanted });
    for (const id of step.matches) matches.push(id);
    [ids, found, before] = [before - step.from, step.matches.length, step.from];
  }
  return matches.length > limit ? matches.slice(0, limit) : matches;
}

/**
 * Lists the matches between two ids, newest first, and returns the id that the step has reached. The index reads
 * upward in half the time; but where it finds too many, it reads downward, as far as wanted.
 */
async function listStep(
  search: string,
  scope: SearchScope,
  { from, before, wanted }: { from: number; before: number; wanted: number },
) {
  const limit = excess * wanted;
  const upward = await matchesBetween(search, scope, { from, before, limit });
  if (upward.length < limit) return { matches: upward.reverse(), from };
  const matches = await newestMatches(search, scope, { before, limit: wanted });
  return { matches, from: matches.at(-1) ?? from };
}
