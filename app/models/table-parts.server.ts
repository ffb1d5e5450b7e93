import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, check, integer, text } from "drizzle-orm/sqlite-core";

/** The primary key of a row; a deleted row's id is never given again. */
export const id = () => integer().primaryKey({ autoIncrement: true });

/** A point in time, UTC, as `now` writes it. */
export const moment = () => text();

/** Yes or no, stored as 1 or 0. */
export const flag = () => integer({ mode: "boolean" });

/** Sent once with the form or request that created a row: sent again, it finds that row instead of adding another. */
export const idempotencyKey = () => text("form_key");

/** A check that a column holds one of some words. */
export const oneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`);

/** A check that a column holds a date of the calendar, `2026-02-28`. */
export const calendarDate = (name: string, column: AnySQLiteColumn) =>
  check(name, sql`${column} is date(${column})`);
