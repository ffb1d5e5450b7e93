import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, check, integer, text } from "drizzle-orm/sqlite-core";

/** A primary key. The id of a deleted row is never used again. */
export const id = () => integer().primaryKey({ autoIncrement: true });

/** A moment in UTC, in the format of `now`. */
export const moment = () => text();

/** A boolean, stored as 1 or 0. */
export const flag = () => integer({ mode: "boolean" });

/** Sent by the form or request that created the row: a second request with the same key returns that row. */
export const idempotencyKey = () => text("form_key");

/** A check that a column has one of these values. */
export const oneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`);

/** A check that a column has an existing date such as `2026-02-28`. */
export const calendarDate = (name: string, column: AnySQLiteColumn) =>
  check(name, sql`${column} is date(${column})`);
