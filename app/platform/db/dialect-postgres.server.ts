import { getTableColumns, getTableName, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, boolean, type PgTable, json as pgJson } from "drizzle-orm/pg-core";
import { jsonPairs } from "./json-pairs.server";

export { alias, check, index, pgTable as table, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";

/** A whole number: SQLite's have 64 bits too. */
export const integer = () => bigint({ mode: "number" });

export const id = () => integer().primaryKey().generatedByDefaultAsIdentity();

export const nextIdAfterRows = (table: PgTable): SQL | undefined =>
  "id" in getTableColumns(table)
    ? sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), coalesce(max(id), 0) + 1, false) from ${table}`
    : undefined;

export const flag = () => boolean();

/** A value that is stored as JSON, with its keys in their order. */
export const json = () => pgJson();

export const indexTerm = (term: SQL): SQL => sql`(${term})`;

const pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";

export const calendarDateSql = (column: AnyPgColumn): SQL => {
  const part = (start: number, length: number) =>
    sql`substr(${column}, ${sql.raw(`${start}, ${length}`)})::int`;
  return sql`${column} ~ ${sql.raw(`'${pattern}'`)} and make_date(${part(1, 4)}, ${part(6, 2)}, ${part(9, 2)}) > '-infinity'`;
};

/** A number as text; only the cast is immutable, which an index needs. */
export const castToText = (number: SQLWrapper): SQL => sql`cast(${number} as text)`;

export const rowsOfIds = (ids: number[]): SQL =>
  sql`(select value::bigint as value from json_array_elements_text(${JSON.stringify(ids)}::json)) as listed`;

export const amongIdsSql = (column: AnyPgColumn, ids: Placeholder): SQL =>
  sql`${column} in (select value::bigint from json_array_elements_text(${ids}::json))`;

export const limitOf = (limit: number | Placeholder) => sql`${limit}`;

export const jsonRows = (fields: Record<string, SQLWrapper>, order?: SQLWrapper): SQL =>
  sql`coalesce(json_agg(json_build_object(${jsonPairs(fields)})${order && sql` order by ${order}`}), '[]')::text`;

/** PostgreSQL has no such hints. */
export const indexedBy = (table: SQLWrapper): SQL => sql`${table}`;
export const notIndexed = indexedBy;

export const positionIn = (text: SQLWrapper, part: SQLWrapper): SQL =>
  sql`strpos(cast(${text} as text), cast(${part} as text))`;

export const jsonIds: SQL = sql`coalesce(json_agg(id), '[]')::text`;

/** The planner of PostgreSQL chooses the order. */
export const orderedJoin: SQL = sql`join`;
