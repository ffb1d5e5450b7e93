import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Column } from "./dialect.server";

export const orderOfName = (name: SQLWrapper): SQL => sql`fold_for_order(${name})`;

export type ListOrder = { by: Column | SQL; id: Column; descending?: boolean };

const isNeverNull = (by: ListOrder["by"]) => "notNull" in by && by.notNull;

export function orderTerms({ by, id, descending = false }: ListOrder, isFromEnd = false): SQL[] {
  const direction = descending === isFromEnd ? asc : desc;
  const nulls = isNeverNull(by) ? sql`` : isFromEnd ? sql` nulls first` : sql` nulls last`;
  return [sql`${direction(by)}${nulls}`, direction(id)];
}
