import { type SQL, sql } from "drizzle-orm";
import { type AnyColumn, check, isCalendarDate, text } from "./dialect.server";

export { flag, id } from "./dialect.server";

/** A moment in UTC, in the format of `now`. */
export const moment = () => text();

/** Sent by the form or request that created the row: a second request with the same key returns that row. */
export const idempotencyKey = () => text("form_key");

/** Whether a column has one of these values. */
export const isOneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;

/** A check that a column has one of these values. */
export const oneOf = (name: string, column: AnyColumn, values: readonly string[]) =>
  check(name, isOneOf(column, values));

/** A check that a column has an existing date such as `2026-02-28`. */
export const calendarDate = (name: string, column: AnyColumn) => check(name, isCalendarDate(column));
