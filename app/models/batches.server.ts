import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Rows per query. Other requests are handled between two queries. */
const batchSize = 500;

/** Yields all rows of a list in batches. `read` gets the last row of the previous batch, and continues after it. */
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

/** Returns the condition for the rows after a row, in an order where the id decides between equal values. */
export function rowsAfter({ by, id, descending }: Order, end: string | number, lastId: number): SQL {
  const [position, last] = [sql`(${by}, ${id})`, sql`(${end}, ${lastId})`];
  return descending ? sql`${position} < ${last}` : sql`${position} > ${last}`;
}
