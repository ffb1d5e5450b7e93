import { stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { env } from "../env.server";
import { db, rowsOf } from "./db.server";
import { isPostgres } from "./dialect.server";

/** In bytes: of the database, and on SQLite of its log of writes. */
export async function databaseSizes(): Promise<{ database: number; log?: number }> {
  if (isPostgres) {
    const [row] = await rowsOf<{ size: number }>(
      db,
      sql`select pg_database_size(current_database()) as size`,
    );
    return { database: row?.size ?? 0 };
  }
  const sizeOf = async (name: string) => (await stat(join(env.DATA_DIR, name))).size;
  return { database: await sizeOf("redline.db"), log: await sizeOf("redline.db-wal") };
}
