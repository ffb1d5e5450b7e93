import { type SQL, sql } from "drizzle-orm";
import { type AnyColumn, calendarDateSql, check, text } from "./dialect.server";

export { flag, id } from "./dialect.server";

export const moment = () => text();

/** Sent by the form or request that created the row: a second request with the same key returns that row. */
export const idempotencyKey = () => text("form_key");

export const oneOfSql = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;

export const oneOf = (name: string, column: AnyColumn, values: readonly string[]) =>
  check(name, oneOfSql(column, values));

export const calendarDate = (name: string, column: AnyColumn) => check(name, calendarDateSql(column));
