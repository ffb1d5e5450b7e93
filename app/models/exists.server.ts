import { and, type SQL, sql } from "drizzle-orm";
import type { Table } from "./dialect.server";

/** The conditions may name columns of the query around it. */
export const existsIn = (table: Table, ...conditions: (SQL | undefined)[]) =>
  sql`exists (select 1 from ${table} where ${and(...conditions)})`.mapWith(Boolean) as SQL<boolean>;
