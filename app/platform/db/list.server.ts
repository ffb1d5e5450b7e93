import { inArray, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "~/models/paging";
import { once } from "../remember";
import { batchesOf } from "./batches.server";
import { db, rowsOf } from "./db.server";
import { jsonIds, limitOf, rowsOfIds } from "./dialect.server";
import { type ListOrder, orderTerms } from "./list-order.server";

/** A list in one scope, filter and order, as its page, its API endpoint and its CSV file read it. */
export type List<Row> = {
  count: () => Promise<number>;
  /** Counts the rows that have a page, if the list counts only up to a limit. */
  countForPages?: () => Promise<{ total: number; isCapped: boolean }>;
  page: (page: number, size: number) => Promise<Row[]>;
  all: () => AsyncIterable<Row[]>;
};

export const countPagedRows = async (list: List<unknown>): Promise<{ total: number; isCapped: boolean }> =>
  list.countForPages?.() ?? { total: await list.count(), isCapped: false };

export async function readPage<Row>(list: List<Row>, requested: number | undefined, size = pageSize) {
  const { total, isCapped } = await countPagedRows(list);
  const page = nearestPage(requested, total, size);
  return { rows: await list.page(page, size), page, total, isCapped };
}

export const mapRows = <Row, Spelled>(list: List<Row>, spell: (row: Row) => Spelled): List<Spelled> => ({
  ...list,
  page: async (page, size) => (await list.page(page, size)).map(spell),
  all: async function* () {
    for await (const rows of list.all()) yield rows.map(spell);
  },
});

/** Rows of a table in an order. An index has all columns of the condition and the order. */
export type Indexed = { table: SQLWrapper; where: SQL | undefined; order: ListOrder };

type IndexedList<Row> = Indexed & {
  count: () => Promise<number>;
  readRows: (where: SQL, order: SQL[]) => Promise<Row[]>;
};

/** Returns a list that reads ids from an index, and then only the rows of a page or batch. */
export function indexedList<Row>({ readRows, ...indexed }: IndexedList<Row>): List<Row> {
  const { id } = indexed.order;
  const count = once(indexed.count);
  const order = orderTerms(indexed.order);
  return {
    count,
    page: async (page, size) => {
      const slice = sliceFromNearerEnd(rowsBefore(page, size), await count(), size);
      return readRows(sql`${id} in (${idsOfSlice(indexed, slice)})`, order);
    },
    all: async function* () {
      for await (const part of batchesOf(await readIds(idsOf(indexed)))) {
        yield readRows(inArray(id, part), order);
      }
    },
  };
}

export type Slice = { isFromEnd: boolean; offset: number | Placeholder; limit: number };

export function idsOf({ table, where, order }: Indexed, isFromEnd = false): SQL {
  const terms = sql.join(orderTerms(order, isFromEnd), sql`, `);
  return sql`select ${order.id} from ${table} where ${where ?? sql`1 = 1`} order by ${terms}`;
}

export const idsOfSlice = (indexed: Indexed, { isFromEnd, offset, limit }: Slice): SQL =>
  sql`${idsOf(indexed, isFromEnd)} limit ${limitOf(limit)} offset ${offset}`;

export const idsFrom = (ids: number[]): SQL => sql`select listed.value from ${rowsOfIds(ids)}`;

/** Reads the columns `id` of queries, one query after another. One text takes a third of the time of a row for each id. */
export async function readIds(...queries: SQL[]): Promise<number[]> {
  const texts = queries.map((ids, index) => {
    const name = sql.raw(`part_${index}`);
    return sql`(select ${jsonIds} from (${ids}) as ${name}) as ${name}`;
  });
  const [row] = await rowsOf<Record<string, string>>(db, sql`select ${sql.join(texts, sql`, `)}`);
  return Object.values(row ?? {}).flatMap((text) => JSON.parse(text) as number[]);
}

export function idsOfAll(queries: SQL[]): SQL {
  if (queries.length === 0) return idsFrom([]);
  const parts = queries.map((ids, index) => sql`select id from (${ids}) as ${sql.raw(`part_${index}`)}`);
  return sql.join(parts, sql` union all `);
}
