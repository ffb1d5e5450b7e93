import { nearestPage, pageSize } from "./paging";

/** A list in one scope, filter and order, as its page, its API endpoint and its CSV file read it. */
export type List<Row> = {
  /** Counts all rows. */
  count: () => Promise<number>;
  /** Counts the rows that have a page, if the list counts only up to a limit. */
  countForPages?: () => Promise<{ total: number; isCapped: boolean }>;
  /** Reads a page; empty after the last one. */
  page: (page: number, size: number) => Promise<Row[]>;
  /** Yields all rows in batches. */
  all: () => AsyncIterable<Row[]>;
};

/** Reads a page as people see it: the requested one, or the nearest one that exists. */
export async function readPage<Row>(list: List<Row>, requested: number | undefined) {
  const counted = list.countForPages?.() ?? list.count().then((total) => ({ total, isCapped: false }));
  const { total, isCapped } = await counted;
  const page = nearestPage(requested, total);
  return { rows: await list.page(page, pageSize), page, total, isCapped };
}
