import { type SQL, sql } from "drizzle-orm";
import { type AnyColumn, calendarDateSql, check, integer, text } from "./dialect.server";

export { flag, id } from "./dialect.server";

export const moment = () => text();

/** The id of a row of another table, which every row has; with `cascade`, both are deleted together. */
export const foreignId = (of: () => AnyColumn, onDelete?: "cascade") =>
  integer().notNull().references(of, { onDelete });

/** Sent by the form or request that created the row: a second request with the same key returns that row. */
export const idempotencyKey = () => text("form_key");

export const oneOfSql = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;

export const oneOf = (name: string, column: AnyColumn, values: readonly string[]) =>
  check(name, oneOfSql(column, values));

export const calendarDate = (name: string, column: AnyColumn) => check(name, calendarDateSql(column));
