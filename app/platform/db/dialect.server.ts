import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { env } from "../env.server";
import type * as sqlite from "./dialect-sqlite.server";

// Only the dialect of the database in use is loaded. The types are SQLite's for both.

export const isPostgres = env.DATABASE_URL !== undefined;

export const migrationsFolder = isPostgres ? "drizzle/postgres" : "drizzle";

const dialect: typeof sqlite = isPostgres
  ? ((await import("./dialect-postgres.server")) as unknown as typeof sqlite)
  : await import("./dialect-sqlite.server");

export const {
  alias,
  castToText,
  check,
  flag,
  id,
  index,
  indexedBy,
  indexTerm,
  integer,
  amongIdsSql,
  calendarDateSql,
  json,
  jsonIds,
  jsonRows,
  limitOf,
  nextIdAfterRows,
  notIndexed,
  orderedJoin,
  positionIn,
  primaryKey,
  rowsOfIds,
  table,
  text,
  uniqueIndex,
} = dialect;

/** A column with the rows of a query of `jsonRows`. */
export const rowsColumn = <Row>(query: SQLWrapper): SQL<Row[]> =>
  sql`(${query})`.mapWith((text: string): Row[] => JSON.parse(text));

export type { AnySQLiteColumn as AnyColumn, SQLiteColumn as Column, SQLiteTable as Table };
