import type { AnySQLiteColumn, SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { env } from "~/env.server";
import type * as sqlite from "./dialect-sqlite.server";

// The tables, and the few expressions that the two databases spell differently, are of one dialect: that of the
// database in use. Their types are SQLite's for both, and the code of the other one is never loaded.

/** Whether the database is PostgreSQL, and not SQLite. */
export const isPostgres = env.DATABASE_URL !== undefined;

const dialect: typeof sqlite = isPostgres
  ? ((await import("./dialect-postgres.server")) as unknown as typeof sqlite)
  : await import("./dialect-sqlite.server");

export const {
  alias,
  asText,
  check,
  flag,
  greater,
  id,
  index,
  indexedBy,
  indexTerm,
  integer,
  isAmongIds,
  isCalendarDate,
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

export type { AnySQLiteColumn as AnyColumn, SQLiteColumn as Column, SQLiteTable as Table };
