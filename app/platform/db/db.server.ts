import { join } from "node:path";
import type { SQL } from "drizzle-orm";
import { createDataFolder } from "../data-folder.server";
import { env } from "../env.server";
import type { openSqlite } from "./db-sqlite.server";
import { isPostgres, migrationsFolder } from "./dialect.server";
import type { Connection, Database } from "./transaction.server";

export type { Connection } from "./transaction.server";

type Sqlite = ReturnType<typeof openSqlite>;

// The development server reloads this module after each change, and must not open the database again.
const shared = globalThis as { redlineDatabase?: Database | Sqlite };

async function open(): Promise<Database | Sqlite> {
  createDataFolder(env.DATA_DIR);
  if (env.DATABASE_URL === undefined) {
    const { openSqlite } = await import("./db-sqlite.server");
    return openSqlite(join(env.DATA_DIR, "redline.db"), migrationsFolder);
  }
  const { openPostgres } = await import("./db-postgres.server");
  return await openPostgres({
    url: env.DATABASE_URL,
    connections: env.DATABASE_CONNECTIONS,
    migrations: migrationsFolder,
  });
}

shared.redlineDatabase ??= await open();

export const { db, write, rehearse, beforeCommit, ping } = shared.redlineDatabase;
export const { watch: watchDatabase, close: closeDatabase } = shared.redlineDatabase;

/** SQLite's own connection, for what only it has; undefined with PostgreSQL. */
export const { writer, withoutWrites } = shared.redlineDatabase as Sqlite;

export async function rowsOf<Row>(connection: Connection, query: SQL): Promise<Row[]> {
  if (!isPostgres) return connection.all<Row>(query);
  const { rows } = await (
    connection as unknown as { execute: (query: SQL) => Promise<{ rows: Row[] }> }
  ).execute(query);
  return rows;
}
