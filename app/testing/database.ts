import { getTableName, is, type SQL, sql, Table } from "drizzle-orm";
import * as tables from "~/models/tables.server";
import { type Connection, db, rowsOf } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";

// What tests need of a database in addition to the application's own code, on SQLite and on PostgreSQL.

/** Executes a statement that changes rows and was written as text. */
export async function execute(tx: Connection, statement: SQL): Promise<void> {
  if (isPostgres) await rowsOf(tx, statement);
  else tx.run(statement);
}

/** Reads the first value of the first row. */
export async function readOne<Value>(query: SQL): Promise<Value | undefined> {
  const [row] = await rowsOf<Record<string, Value>>(db, query);
  return row && Object.values(row)[0];
}

/** A whole number as text with five digits. */
export const fiveDigits = (number: SQL): SQL => sql`substr(cast(100000 + ${number} as text), 2)`;

/** A date some days after another one. */
export const daysAfter = (day: string, days: SQL): SQL =>
  isPostgres
    ? sql`cast(cast(${day} as date) + cast(${days} as int) as text)`
    : sql`date(${day}, (${days}) || ' days')`;

/** All tables that the application declares. */
export const allTables = Object.values(tables).filter((value) => is(value, Table));
if (allTables.length < 30) throw new Error("Tables are missing");

/** Returns a text that is another one after each committed change, and the same without one. */
export async function contentVersion(): Promise<string> {
  if (!isPostgres) return String(await readOne(sql`pragma data_version`));
  const versions = allTables.map((table) => {
    const name = sql.identifier(getTableName(table));
    return sql`(select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${name})`;
  });
  return String(await readOne(sql`select concat_ws(', ', ${sql.join(versions, sql`, `)})`));
}
