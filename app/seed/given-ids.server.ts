import { getTableColumns, getTableName, is, sql, Table } from "drizzle-orm";
import { type Connection, rowsOf } from "~/models/db.server";
import { type AnyColumn, isPostgres } from "~/models/dialect.server";
import * as tables from "~/models/tables.server";

/**
 * Lets the next row of each table have an id after those that were given by hand, of which PostgreSQL's sequences know
 * nothing. Call it in the write that has inserted them.
 */
export async function continueAfterGivenIds(tx: Connection): Promise<void> {
  if (!isPostgres) return;
  for (const table of Object.values(tables).filter((value) => is(value, Table))) {
    const { id }: Record<string, AnyColumn> = getTableColumns(table);
    if (!id?.primary) continue;
    const sequence = sql`pg_get_serial_sequence(${getTableName(table)}, 'id')`;
    await rowsOf(tx, sql`select setval(${sequence}, coalesce(max(${id}), 0) + 1, false) from ${table}`);
  }
}
