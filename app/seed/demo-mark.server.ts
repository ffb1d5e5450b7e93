import { sql } from "drizzle-orm";
import { type Connection, db, rowsOf, writer } from "~/models/db.server";
import { isPostgres } from "~/models/dialect.server";

// A demo database is marked, because the password of its accounts is public.

/** 'RDMO' in the header of SQLite's file. PostgreSQL has a table for its mark. */
const demoMark = 0x52444d4f;

export async function isDemo(): Promise<boolean> {
  if (!isPostgres) return writer.pragma("application_id", { simple: true }) === demoMark;
  return (await rowsOf(db, sql`select mark from installation where mark = 'demo'`)).length > 0;
}

/** Must be called in the same write as the data, so that no filled database lacks the mark. */
export async function markAsDemo(tx: Connection): Promise<void> {
  if (isPostgres) await rowsOf(tx, sql`insert into installation (mark) values ('demo')`);
  else writer.pragma(`application_id = ${demoMark}`);
}
