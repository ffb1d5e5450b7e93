import { and, asc, desc, eq, gt, isNull, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Column } from "./dialect.server";

/** The order of names in all lists: by their words, without accents and case, and numbers by their values. */
export const orderOfName = (name: SQLWrapper): SQL => sql`fold_for_order(${name})`;

/** Rows without a value come last in both directions. */
export type ListOrder = { by: Column | SQL; id: Column; descending?: boolean };

const isNeverNull = (by: ListOrder["by"]) => "notNull" in by && by.notNull;

export function orderTerms({ by, id, descending = false }: ListOrder, isFromEnd = false): SQL[] {
  const direction = descending === isFromEnd ? asc : desc;
  const nulls = isNeverNull(by) ? sql`` : isFromEnd ? sql` nulls first` : sql` nulls last`;
  return [sql`${direction(by)}${nulls}`, direction(id)];
}

/** Each condition that `read` gets is one range of an index, which a comparison of `(value, id)` is not. */
export async function rowsAfterLast<Row>(
  { by, id, descending = false }: ListOrder,
  last: { value: string | number | null; id: number },
  limit: number,
  read: (range: SQL, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const later = descending ? lt : gt;
  const value = sql`${by}`;
  const same = last.value === null ? isNull(value) : eq(value, last.value);
  const ranges = [and(same, later(id, last.id)) as SQL];
  if (last.value !== null) ranges.push(later(value, last.value));
  if (last.value !== null && !isNeverNull(by)) ranges.push(isNull(value));
  const rows: Row[] = [];
  for (const range of ranges) {
    if (rows.length < limit) rows.push(...(await read(range, limit - rows.length)));
  }
  return rows;
}
