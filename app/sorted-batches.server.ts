import { compareBy, sortRows } from "./endpoint.server";
import { inBatches } from "./models/batches.server";
import { rowsBefore } from "./models/paging";

/** Yields the rows of a long list in the requested order, as `sortRows` sorts them, a batch at a time. */
export async function* sortedBatches<Row>(
  batches: AsyncIterable<Row[]>,
  requested: string,
): AsyncGenerator<Row[]> {
  const runs: Row[][] = [];
  for await (const batch of batches) runs.push(sortRows(batch, requested));
  const rows = merged(runs, compareBy(requested));
  // Nothing is compared before its batch is due, so that other requests are handled in between.
  yield* inBatches(async (_last: Row | undefined, limit) =>
    Array.from({ length: limit }, () => rows.next()).flatMap(({ done, value }) => (done ? [] : [value])),
  );
}

/** Merges sorted lists. Of equal rows, that of the earlier list is first. */
function* merged<Row>(
  lists: Row[][],
  compare: (first: Row, second: Row) => number,
): Generator<Row, undefined> {
  const [only = [], ...others] = lists;
  if (others.length === 0) return yield* only;
  const middle = Math.ceil(lists.length / 2);
  const left = merged(lists.slice(0, middle), compare);
  const right = merged(lists.slice(middle), compare);
  let [first, second] = [left.next(), right.next()];
  while (!first.done && !second.done) {
    if (compare(first.value, second.value) <= 0) {
      yield first.value;
      first = left.next();
    } else {
      yield second.value;
      second = right.next();
    }
  }
  if (!first.done) yield first.value;
  if (!second.done) yield second.value;
  yield* left;
  yield* right;
}

/** Returns a page of a list that is read in batches, and reads no further. */
export async function pageOfBatches<Row>(
  batches: AsyncIterable<Row[]>,
  page: number,
  pageSize: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
    if (rows.length >= page * pageSize) break;
  }
  return rows.slice(rowsBefore(page, pageSize), page * pageSize);
}
