import { existsSync } from "node:fs";
import { mkdir, realpath, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Damaged, hashOf, partEnd, syncFolder } from "~/platform/whole-file.server";
import { fromNow, now } from "../clock.server";
import { pathInDataFolder } from "../files/content-path.server";
import { backupsIn, nameOfBackup, removeIncomplete, removeOld } from "./backup-folder.server";
import { whileOnlyOne } from "./backup-lock.server";
import { contentFolders, copyContent } from "./content-copy.server";
import { type DatabaseBackup, databaseOf, thisInstallation } from "./database-backup.server";
import { failureReason, isBelow } from "./failure-reason.server";
import { recordBackup } from "./last-backup.server";
import { writeManifest } from "./manifest.server";

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
  /** Why the dashboard does not say so, if it was not possible to write that down. */
  notRecorded?: string;
};

const day = 24 * 60 * 60 * 1000;

/**
 * Backs up the database and the contents that it names into a folder of `path`, while Redline is in use, then removes
 * backups older than `keepDays`. A failure is an error of one line, and leaves the earlier backups as they were.
 */
export async function makeBackup(path: string, keepDays: number): Promise<Backup> {
  const { dataFolder } = thisInstallation();
  const place = resolve(path);
  const startedAt = now();
  return whileOnlyOne(dataFolder, async () => {
    try {
      const backup = await backUp(place, startedAt, fromNow(-keepDays * day));
      const { folder, databaseBytes, missing } = backup;
      const good = { endedAt: now(), folder, bytes: databaseBytes, missing };
      return { ...backup, notRecorded: await recordBackup(now(), { good }) };
    } catch (error) {
      const reason = failureReason(error as NodeJS.ErrnoException, place);
      await recordBackup(now(), { error: reason });
      throw new Error(reason);
    }
  });
}

async function backUp(place: string, startedAt: string, keepSince: string): Promise<Backup> {
  const { dataFolder } = thisInstallation();
  const database = await databaseOf(thisInstallation());
  // Before anything is created, since the settings may be wrong.
  const current = await database.readContents();
  await mkdir(place, { recursive: true, mode: 0o700 });
  await refuseDataFolder(place, dataFolder);
  const name = nameOfBackup(startedAt);
  await refuseLater(place, name);
  await removeIncomplete(place);
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

/** A folder of backups may be in the data folder, but not where the contents of either are. */
async function refuseDataFolder(place: string, dataFolder: string): Promise<void> {
  const [backups, data] = [await realpath(place), await realpath(dataFolder)];
  if (backups === data) throw new Error(`${place} is the data folder: choose another one for backups`);
  for (const folder of contentFolders)
    if (isBelow(backups, join(data, folder)) || isBelow(data, join(backups, folder)))
      throw new Error(`${place} cannot be a folder for backups, because of its place: choose another one`);
}

/** The latest name is the newest backup: the clock of this machine was, or is, wrong. */
async function refuseLater(place: string, name: string): Promise<void> {
  const newest = (await backupsIn(place)).at(-1);
  if (newest && newest >= name)
    throw new Error(`${join(place, newest)} is later than now: check the clock, or move that backup away`);
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
      if (await tryCopy(name, path, place)) added.push((await stat(target)).size);
      else missing.push(name);
    }
    return missing;
  }
  return { copyContents, added };
}

async function tryCopy(name: string, path: string, place: string): Promise<boolean> {
  const copy = () =>
    copyContent(name, path, thisInstallation().dataFolder, place).then(
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
