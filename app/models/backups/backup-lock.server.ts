import { existsSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { isDatabaseHeld } from "~/platform/db/held-sqlite.server";

/** Runs one backup or restore of a data folder at a time. The lock ends with its process, also when that is killed. */
export async function whileOnlyOne<Result>(dataFolder: string, work: () => Promise<Result>): Promise<Result> {
  if (!existsSync(dataFolder)) throw new Error(`There is no folder ${dataFolder}: check DATA_DIR`);
  const lock = new BetterSqlite(join(dataFolder, "backup.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw isDatabaseHeld(error)
      ? new Error("Another backup or restore is running: wait until it ends")
      : error;
  }
  try {
    return await work();
  } finally {
    lock.close();
  }
}
