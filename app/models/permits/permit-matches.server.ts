import { letOthersIn } from "../batches.server";
import { matchesBetween, newestMatches, type SearchScope, sampleMatches } from "./permit-search.server";

/** The newest matches show about how many there are, and so how many ids a step has to look at. */
const sampleSize = 20;
/** The matches that a step looks for. It covers more ids than that, so that one step is mostly enough. */
const [most, reserve] = [10_000, 1.25];
/** Matches can be denser than those before, but a step reads no more than this multiple of those it wants. */
const excess = 4;

/**
 * Returns the ids of the newest permits in a scope that contain the search, newest first: all, or up to a limit.
 * A limit takes at most two statements. Without one it lets others in between its steps, because a search can match
 * every permit.
 */
export async function listMatches(search: string, scope: SearchScope, limit = Infinity): Promise<number[]> {
  const wanted = Math.min(most, limit);
  const [spans, longest] = [Math.ceil((wanted * reserve) / sampleSize), excess * wanted];
  const sample = await sampleMatches(search, scope, { size: sampleSize, spans, limit: longest });
  const [newest = 0, oldest = 0] = [sample.newest[0], sample.newest.at(-1)];
  if (sample.newest.length < sampleSize) return sample.newest.slice(0, limit);
  const isWhole = sample.earlier.length < longest;
  const matches = isWhole ? [...sample.newest, ...sample.earlier.reverse()] : sample.newest;
  const before = isWhole ? oldest - spans * (newest - oldest + 1) : oldest;
  if (before <= 1 || matches.length >= limit) return matches.slice(0, limit);
  await letOthersIn();
  const rest =
    limit < Infinity
      ? await newestMatches(search, scope, { before, limit: limit - matches.length })
      : await listAllBefore(search, scope, before, (newest - before + 1) / matches.length);
  return matches.concat(rest);
}

/** Lists all matches before an id, newest first, in steps whose length depends on how dense the last matches were. */
async function listAllBefore(search: string, scope: SearchScope, id: number, idsForEach: number) {
  const matches: number[] = [];
  let [before, idsForEachMatch] = [id, idsForEach];
  while (before > 1) {
    const from = Math.max(1, before - Math.ceil(idsForEachMatch * most * reserve));
    const step = await listStep(search, scope, { from, before, wanted: most });
    for (const match of step.matches) matches.push(match);
    idsForEachMatch = (before - step.from) / Math.max(1, step.matches.length);
    before = step.from;
    await letOthersIn();
  }
  return matches;
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
