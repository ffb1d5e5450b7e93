import { existsSync } from "node:fs";
import { mkdir, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fromNow, now } from "../clock.server";
import { contentHash, pathInDataFolder } from "../files/content-path.server";
import { nameOfBackup, removeIncomplete, removeOld } from "./backup-folder.server";
import { whileOnlyOne } from "./backup-lock.server";
import { type DatabaseBackup, databaseOf, thisInstallation } from "./database-backup.server";
import { recordBackup } from "./last-backup.server";
import { writeManifest } from "./manifest.server";
import { copyVerified, Damaged, hashOf, partEnd, syncFolder } from "./whole-file.server";

export type Backup = {
  folder: string;
  /** Of the copy of the database. */
  databaseBytes: number;
  contents: number;
  /** Contents that no earlier backup has. */
  added: number;
  addedBytes: number;
  /** Contents that the database names, and the data folder has not or damaged. */
  missing: number;
};

const day = 24 * 60 * 60 * 1000;

/**
 * Backs up the database and the contents that it names into a folder of `place`, while Redline is in use, then removes
 * backups older than `keepDays`. A failure is an error of one line, and leaves the earlier backups as they were.
 */
export async function makeBackup(place: string, keepDays: number): Promise<Backup> {
  const { dataFolder } = thisInstallation();
  const startedAt = now();
  try {
    const backup = await whileOnlyOne(dataFolder, () => backUp(place, startedAt, fromNow(-keepDays * day)));
    const { folder, databaseBytes, missing } = backup;
    await recordBackup(now(), { good: { endedAt: now(), folder, bytes: databaseBytes, missing } });
    return backup;
  } catch (error) {
    const reason = reasonOf(error as NodeJS.ErrnoException, place);
    if (existsSync(dataFolder)) await recordBackup(now(), { error: reason });
    throw new Error(reason);
  }
}

function reasonOf({ code = "", message }: NodeJS.ErrnoException, place: string): string {
  if (["ENOSPC", "EDQUOT", "SQLITE_FULL"].includes(code)) return `The disk of ${place} is full`;
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR"].includes(code)) return `${place} cannot be written (${code})`;
  return message;
}

async function backUp(place: string, startedAt: string, keepSince: string): Promise<Backup> {
  const { dataFolder } = thisInstallation();
  const database = await databaseOf(thisInstallation());
  // Before anything is created, since the settings may be wrong.
  const current = await database.readContents();
  await mkdir(place, { recursive: true, mode: 0o700 });
  if ((await realpath(place)) === (await realpath(dataFolder)))
    throw new Error(`${place} is the data folder: choose another one for backups`);
  await removeIncomplete(place);
  const name = nameOfBackup(startedAt);
  const part = join(place, `${name}${partEnd}`);
  await mkdir(part, { mode: 0o700 });
  try {
    const backup = await fill(part, place, database, startedAt, current);
    await rename(part, join(place, name));
    await syncFolder(place);
    await removeOld(place, keepSince);
    return { ...backup, folder: join(place, name) };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function fill(
  part: string,
  place: string,
  database: DatabaseBackup,
  createdAt: string,
  current: string[],
): Promise<Omit<Backup, "folder">> {
  const { copyContents, added } = contentCopier(place);
  await copyContents(current);
  const { engine, file } = database;
  const { contents, missing, migrations } = await copyWithContents(database, join(part, file), copyContents);
  const path = join(part, file);
  const { size: bytes } = await stat(path);
  const copy = { file, bytes, sha256: await hashOf(path) };
  await writeManifest(part, { createdAt, engine, migrations, database: copy, contents, missing });
  return {
    databaseBytes: bytes,
    contents: contents.length,
    added: added.length,
    addedBytes: added.reduce((sum, size) => sum + size, 0),
    missing: missing.length,
  };
}

type CopyContents = (names: string[]) => Promise<string[]>;

const maxCopies = 3;

/** A row and its content that were removed between the copies of both are not in a second copy. */
async function copyWithContents(database: DatabaseBackup, path: string, copyContents: CopyContents) {
  for (let copies = 1; ; copies += 1) {
    const { contents, migrations } = await database.copyTo(path);
    const missing = await copyContents(contents);
    const live = missing.length > 0 ? new Set(await database.readContents()) : new Set();
    if (copies < maxCopies && missing.some((name) => !live.has(name))) continue;
    const absent = new Set(missing);
    return { migrations, missing, contents: contents.filter((name) => !absent.has(name)).sort() };
  }
}

/** Copies contents that `place` does not have yet, and returns the names of those that it cannot. */
function contentCopier(place: string) {
  const added: number[] = [];
  async function copyContents(names: string[]): Promise<string[]> {
    const missing: string[] = [];
    for (const name of names) {
      const path = pathInDataFolder(name);
      if (path === undefined) continue;
      const target = join(place, path);
      if (existsSync(target)) continue;
      if (await copyContent(name, path, target)) added.push((await stat(target)).size);
      else missing.push(name);
    }
    return missing;
  }
  return { copyContents, added };
}

async function copyContent(name: string, path: string, target: string): Promise<boolean> {
  const copy = () =>
    copyVerified(join(thisInstallation().dataFolder, path), target, contentHash(name)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error instanceof Damaged) return false;
        throw error;
      },
    );
  return (await copy()) || ((await putBack(name)) && copy());
}

/** What a sweep has set aside can be in use again. */
async function putBack(name: string): Promise<boolean> {
  const { storeOf } = await import("../files/file-store.server");
  return (await storeOf(name)?.sizeOf(name)) !== undefined;
}
