import { sql } from "drizzle-orm";
import { type Connection, db, rowsOf, writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";

/** 'RDMO' in the header of SQLite's file. It marks a demo database, whose password is public. */
const fileMark = 0x52444d4f;

/** Whether the database was filled with demo data. */
export async function isDemo(): Promise<boolean> {
  if (!isPostgres) return writer.pragma("application_id", { simple: true }) === fileMark;
  const rows = await rowsOf(db, sql`select mark from installation where mark = 'demo'`);
  return rows.length > 0;
}

/** Must be called in the same write as the data, so that no filled database lacks the mark. */
export async function markAsDemo(tx: Connection): Promise<void> {
  if (isPostgres)
    await rowsOf(tx, sql`insert into installation (mark) values ('demo') on conflict do nothing`);
  else writer.pragma(`application_id = ${fileMark}`);
}
