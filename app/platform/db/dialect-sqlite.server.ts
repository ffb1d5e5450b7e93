import { type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AnySQLiteColumn, integer, type SQLiteTable, text } from "drizzle-orm/sqlite-core";
import { jsonPairs } from "./json-pairs.server";

export {
  alias,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable as table,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/** A primary key. The id of a deleted row is never used again. */
export const id = () => integer().primaryKey({ autoIncrement: true });

/** Sets the next id of a table after rows with ids of their own. SQLite does it itself. */
export const nextIdAfterRows = (_table: SQLiteTable): SQL | undefined => undefined;

export const flag = () => integer({ mode: "boolean" });

export const json = () => text({ mode: "json" });

export const indexTerm = (term: SQL): SQL => term;

export const calendarDateSql = (column: AnySQLiteColumn): SQL => sql`${column} is date(${column})`;

export const castToText = (number: SQLWrapper): SQL => sql`${number}`;

/** Ids as rows with the column `value`. They are one value to bind, since a thousand take long. */
export const rowsOfIds = (ids: number[]): SQL => sql`json_each(${JSON.stringify(ids)}) as listed`;

export const amongIdsSql = (column: AnySQLiteColumn, ids: Placeholder): SQL =>
  sql`${column} in (select value from json_each(${ids}))`;

/** The limit of a query, in its text: SQLite plans a query again each time that its limit is bound. */
export const limitOf = (limit: number | Placeholder) =>
  typeof limit === "number" ? sql.raw(String(Math.trunc(limit))) : limit;

export const jsonRows = (fields: Record<string, SQLWrapper>, order?: SQLWrapper): SQL =>
  sql`json_group_array(json_object(${jsonPairs(fields)})${order && sql` order by ${order}`})`;

export const indexedBy = (table: SQLWrapper, index: string) => sql`${table} indexed by ${sql.raw(index)}`;

/** Reads the rows of a table by their ids, and not in an index of something else. */
export const notIndexed = (table: SQLWrapper): SQL => sql`${table} not indexed`;

/** Where a text begins in another one, from 1; 0 if it does not. */
export const positionIn = (text: SQLWrapper, part: SQLWrapper): SQL => sql`instr(${text}, ${part})`;

export const jsonIds: SQL = sql`json_group_array(id)`;

/** A join that reads its tables in the written order. */
export const orderedJoin: SQL = sql`cross join`;
