import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { refuseRootIn } from "~/platform/data-folder.server";
import { isDatabaseHeld } from "~/platform/db/held-sqlite.server";
import { failureReason } from "./failure-reason.server";

/**
 * Runs one backup or restore of a data folder at a time. The lock ends with its process, also when that is killed.
 * Refuses root for the folder of another user.
 */
export async function whileOnlyOne<Result>(dataFolder: string, work: () => Promise<Result>): Promise<Result> {
  if (!existsSync(dataFolder)) throw new Error(`There is no folder ${dataFolder}: check DATA_DIR`);
  refuseRootIn(dataFolder);
  const lock = lockOf(dataFolder);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

function lockOf(dataFolder: string): BetterSqlite.Database {
  const file = join(dataFolder, "backup.lock");
  refuseUnwritable(file, dataFolder);
  const lock = new BetterSqlite(file, { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    throw isDatabaseHeld(error)
      ? new Error("Another backup or restore is running: wait until it ends")
      : error;
  }
}

/** SQLite would open a file that cannot be written, and not lock it. */
function refuseUnwritable(file: string, dataFolder: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    const reason = failureReason(error as NodeJS.ErrnoException, dataFolder);
    throw new Error(`${reason}: check that this runs as the user to whom it belongs`);
  }
}
