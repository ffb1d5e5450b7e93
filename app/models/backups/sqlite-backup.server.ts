import { existsSync } from "node:fs";
import { copyFile, link, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { isDatabaseHeld } from "~/platform/db/held-sqlite.server";
import { syncFile, syncFolder } from "~/platform/whole-file.server";
import { now } from "../clock.server";
import { type FileOfRow, filesOfRows, toFileOfRow } from "../files/file-places.server";
import { nameOfBackup } from "./backup-folder.server";
import type { DatabaseBackup, Snapshot } from "./database-backup.server";

type Handle = BetterSqlite.Database;

const file = "redline.db";
const logFiles = ["-wal", "-shm"];

export function sqliteBackup(dataFolder: string): DatabaseBackup {
  const live = join(dataFolder, file);

  function openLive(): Handle {
    if (!existsSync(live)) throw new Error(`There is no database in ${dataFolder}: check DATA_DIR`);
    return opened(live, { readonly: true, timeout: 10_000 });
  }

  return {
    engine: "sqlite",
    file,
    readContents: async () => whileOpen(openLive(), readFiles),
    copyTo: (path) => whileOpen(openLive(), (handle) => copyChecked(handle, path)),
    refuseInUse: async () => closeLogs(live),
    hasData: async () => existsSync(live),
    replaceBy: (path) => replace(live, path),
  };
}

function opened(path: string, options: BetterSqlite.Options): Handle {
  try {
    return new BetterSqlite(path, options);
  } catch {
    throw new Error(`${path} cannot be opened: check that this runs as the user to whom it belongs`);
  }
}

async function whileOpen<Result>(
  handle: Handle,
  work: (handle: Handle) => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work(handle);
  } catch (error) {
    const isDamaged = /^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? "");
    throw isDamaged ? damaged((error as Error).message) : error;
  } finally {
    handle.close();
  }
}

const damaged = (reason: string): Error => new Error(`The database is damaged: ${reason}`);

const readFiles = (handle: Handle): FileOfRow[] =>
  drizzle({ client: handle, casing: "snake_case" }).all<FileOfRow>(filesOfRows).map(toFileOfRow);

/** In one step: with several, SQLite begins again after each write of another process. */
const allPages = 2 ** 31 - 1;

async function copyChecked(live: Handle, path: string): Promise<Snapshot> {
  await live.backup(path, { progress: () => allPages });
  const snapshot = await whileOpen(new BetterSqlite(path), (copy) => {
    // The copy is one file, without a log next to it.
    copy.pragma("journal_mode = DELETE");
    return { contents: readFiles(copy), migrations: checked(copy) };
  });
  await syncFile(path);
  return snapshot;
}

/** Returns the hashes of the migrations. Throws if the database is damaged. */
function checked(database: Handle): string[] {
  const result = database.pragma("quick_check(1)", { simple: true });
  if (result !== "ok") throw damaged(String(result).replaceAll("\n", " "));
  return database.prepare("SELECT hash FROM migrations").pluck().all() as string[];
}

/** Ends the write-ahead log, which SQLite refuses while another process has the database open. */
function closeLogs(path: string): void {
  if (!existsSync(path)) return;
  const handle = opened(path, { timeout: 0 });
  try {
    handle.pragma("journal_mode = DELETE");
  } catch (error) {
    if (isDatabaseHeld(error)) throw new Error("Redline is running: stop it first");
    // A damaged database is what a restore is for.
  } finally {
    handle.close();
  }
}

async function replace(live: string, path: string): Promise<string | undefined> {
  closeLogs(live);
  const kept = existsSync(live) ? await keep(live) : undefined;
  // The log of a damaged database would be read as that of the new one.
  for (const end of logFiles) await rm(`${live}${end}`, { force: true });
  await rename(path, live);
  await syncFolder(dirname(live));
  return kept;
}

/** The former database has two names for a moment, so that a killed restore leaves one in place. */
async function keep(live: string): Promise<string> {
  const folder = join(dirname(live), `replaced-${nameOfBackup(now())}`);
  const kept = join(folder, file);
  await mkdir(folder, { mode: 0o700 });
  await link(live, kept).catch(() => copyFile(live, kept));
  for (const end of logFiles)
    if (existsSync(`${live}${end}`)) await copyFile(`${live}${end}`, `${kept}${end}`);
  return folder;
}
