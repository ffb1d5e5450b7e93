import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** So many rows are read at once, unless a list has larger ones: other requests come between. */
const batchSize = 500;

/** All rows of a list, in batches: each goes on where the last one ended, which `read` is told. */
export async function* inBatches<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  limit = batchSize,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last, limit);
    yield rows;
    last = rows.at(-1);
    if (!last || rows.length < limit) return;
  }
}

type Order = { by: SQLWrapper; id: SQLWrapper; descending: boolean };

/** What comes after a row in an order that its id decides where all else is equal. */
export function rowsAfter({ by, id, descending }: Order, end: string | number, lastId: number): SQL {
  const [place, last] = [sql`(${by}, ${id})`, sql`(${end}, ${lastId})`];
  return descending ? sql`${place} < ${last}` : sql`${place} > ${last}`;
}
