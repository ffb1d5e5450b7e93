import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

const databaseName = "redline.db";

/**
 * Creates an empty folder next to a data folder, to fill it and then to move it there, so that no process sees half
 * of the data. Removes what a killed process left there. Throws if the data folder has users or is in use.
 */
export function prepareFolder(target: string): string {
  refuseUsers(target);
  const folder = `${target}.seeding`;
  if (isInUse(folder)) throw new Error(`Another seed is filling ${folder}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * Moves the contents of a prepared folder to its data folder, the database last. Throws if the data folder has got
 * users or is in use.
 */
export function publishFolder(folder: string, target: string): void {
  refuseUsers(target);
  if (!existsSync(target)) {
    renameSync(folder, target);
    return;
  }
  for (const name of readdirSync(folder).filter((entry) => entry !== databaseName)) {
    cpSync(join(folder, name), join(target, name), { recursive: true });
  }
  renameSync(join(folder, databaseName), join(target, databaseName));
  rmSync(folder, { recursive: true });
}

function refuseUsers(folder: string): void {
  const hasUsers = read(folder, (database) => {
    const table = database.prepare("select 1 from sqlite_master where name = 'users'").get();
    return Boolean(table && database.prepare("select 1 from users").get());
  });
  if (hasUsers) throw new Error(`The database in ${folder} already has users`);
  if (isInUse(folder)) throw new Error(`The database in ${folder} is in use: stop its server first`);
}

/** Whether another connection has the folder's database open. */
const isInUse = (folder: string): boolean =>
  read(folder, (database) => {
    database.pragma("locking_mode = EXCLUSIVE");
    try {
      database.exec("BEGIN EXCLUSIVE; ROLLBACK");
      return false;
    } catch (error) {
      if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
      return true;
    }
  }) ?? false;

/** Opens the folder's database; returns undefined if there is none. */
function read<Result>(folder: string, work: (database: Database.Database) => Result): Result | undefined {
  const file = join(folder, databaseName);
  if (!existsSync(file)) return undefined;
  const database = new Database(file, { timeout: 0 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
