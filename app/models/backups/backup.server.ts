import { existsSync } from "node:fs";
import { mkdir, realpath, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Damaged, hashOf, partEnd, syncFolder } from "~/platform/whole-file.server";
import { fromNow, now } from "../clock.server";
import { pathInDataFolder } from "../files/file-key.server";
import type { FileOfRow } from "../files/file-places.server";
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
  current: FileOfRow[],
): Promise<Omit<Backup, "folder">> {
  const { copyFiles, added } = fileCopier(place);
  await copyFiles(current);
  const { engine, file } = database;
  const { contents, missing, migrations } = await copyWithFiles(database, join(part, file), copyFiles);
  const path = join(part, file);
  const { size: bytes } = await stat(path);
  const copy = { file, bytes, sha256: await hashOf(path) };
  await writeManifest(part, { createdAt, engine, migrations, database: copy, contents, missing });
  return {
    databaseBytes: bytes,
    contents: Object.keys(contents).length,
    added: added.length,
    addedBytes: added.reduce((sum, size) => sum + size, 0),
    missing: missing.length,
  };
}

type CopyFiles = (files: FileOfRow[]) => Promise<string[]>;

const maxCopies = 3;

/** A row and its file that were removed between the copies of both are not in a second copy. */
async function copyWithFiles(database: DatabaseBackup, path: string, copyFiles: CopyFiles) {
  for (let copies = 1; ; copies += 1) {
    const { contents: files, migrations } = await database.copyTo(path);
    const missing = await copyFiles(files);
    const live = missing.length > 0 ? await database.readContents() : [];
    const liveKeys = new Set(live.map(({ key }) => key));
    if (copies < maxCopies && missing.some((key) => !liveKeys.has(key))) continue;
    const absent = new Set(missing);
    const contents = files.filter(({ key }) => !absent.has(key)).map(({ key, sha256 }) => [key, sha256]);
    return { migrations, missing, contents: Object.fromEntries(contents.sort()) };
  }
}

/** Copies files that `place` does not have yet, and returns the keys of those that it cannot. */
function fileCopier(place: string) {
  const added: number[] = [];
  async function copyFiles(files: FileOfRow[]): Promise<string[]> {
    const missing: string[] = [];
    for (const { key, sha256 } of files) {
      const path = pathInDataFolder(key);
      if (path === undefined) continue;
      const target = join(place, path);
      if (existsSync(target)) continue;
      if (await tryCopy(path, sha256, place)) added.push((await stat(target)).size);
      else missing.push(key);
    }
    return missing;
  }
  return { copyFiles, added };
}

const tryCopy = (path: string, sha256: string, place: string): Promise<boolean> =>
  copyContent(path, sha256, thisInstallation().dataFolder, place).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error instanceof Damaged) return false;
      throw error;
    },
  );
