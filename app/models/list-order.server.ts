import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Column } from "./dialect.server";

/** The order of names in all lists: by their words, without accents and case, and numbers by their values. */
export const orderOfName = (name: SQLWrapper): SQL => sql`fold_for_order(${name})`;

/**
 * The order of a list: by a column or what an index calculates, then by id, in one direction. Rows without a value come
 * last in both.
 */
export type ListOrder = { by: Column | SQL; id: Column; descending?: boolean };

export const isNeverNull = (by: ListOrder["by"]) => "notNull" in by && by.notNull;

/** Returns the terms of an ORDER BY. `isFromEnd` reverses the order. */
export function orderTerms({ by, id, descending = false }: ListOrder, isFromEnd = false): SQL[] {
  const direction = descending === isFromEnd ? asc : desc;
  const nulls = isNeverNull(by) ? sql`` : isFromEnd ? sql` nulls first` : sql` nulls last`;
  return [sql`${direction(by)}${nulls}`, direction(id)];
}
