import { and, type SQL, sql } from "drizzle-orm";
import { type Connection, rowsOf } from "./db.server";
import type { Table } from "./dialect.server";

/** The conditions may name columns of the query around it. */
export const existsIn = (table: Table, ...conditions: (SQL | undefined)[]) =>
  sql`exists (select 1 from ${table} where ${and(...conditions)})`.mapWith(Boolean) as SQL<boolean>;

/** Returns whether a condition about stored rows holds. */
export async function holds(connection: Connection, condition: SQL): Promise<boolean> {
  const [row] = await rowsOf<{ holds: number | boolean }>(connection, sql`select ${condition} as holds`);
  return Boolean(row?.holds);
}
