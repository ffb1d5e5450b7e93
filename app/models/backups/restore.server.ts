import { mkdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { copyVerified, Damaged, partEnd, verify } from "~/platform/whole-file.server";
import { pathInDataFolder } from "../files/file-key.server";
import { backupsIn } from "./backup-folder.server";
import { whileOnlyOne } from "./backup-lock.server";
import { copyContent, removeIncompleteCopy } from "./content-copy.server";
import { databaseOf, type Installation } from "./database-backup.server";
import { failureReason, unreadable } from "./failure-reason.server";
import { type Manifest, manifestFile, readManifest, refuseNewer } from "./manifest.server";

/** A backup that is whole. */
export type VerifiedBackup = Manifest & {
  folder: string;
  /** The folder with all backups and their contents. */
  place: string;
};

/**
 * Finds the backup in `path`, or the newest one below it, and reads all of it. Throws an error of one line if it is
 * damaged, of another program, or of a newer version.
 */
export async function verifyBackup(path: string): Promise<VerifiedBackup> {
  const { folder, manifest } = await findBackup(resolve(path));
  refuseNewer(manifest);
  const backup = { ...manifest, folder, place: dirname(folder) };
  const { file, sha256 } = manifest.database;
  await verify(join(folder, file), sha256).catch(refuseDamaged);
  for (const [key, hash] of Object.entries(manifest.contents))
    await verify(join(backup.place, pathOf(key)), hash).catch(refuseDamaged);
  return backup;
}

async function findBackup(path: string): Promise<{ folder: string; manifest: Manifest }> {
  const manifest = await readManifest(path);
  if (manifest) return { folder: path, manifest };
  const newest = (await backupsIn(path).catch(whenNoFolder)).at(-1);
  if (!newest) throw new Error(`There is no backup in ${path}`);
  const folder = join(path, newest);
  const found = await readManifest(folder);
  if (!found) throw new Error(`The backup is not complete: ${join(folder, manifestFile)} is missing`);
  return { folder, manifest: found };
}

const whenNoFolder = (error: NodeJS.ErrnoException): [] => {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
  throw unreadable(error);
};

function pathOf(key: string): string {
  const path = pathInDataFolder(key);
  if (path === undefined)
    throw new Error(`The backup names a file that Redline cannot have: ${JSON.stringify(key)}`);
  return path;
}

function refuseDamaged(error: NodeJS.ErrnoException): never {
  if (error.code === "ENOENT") throw new Error(`The backup is not complete: ${error.path} is missing`);
  throw error instanceof Damaged
    ? new Error(`The backup cannot be used: ${error.message}. Use an earlier one`)
    : unreadable(error);
}

/**
 * Puts a verified backup in the place of an installation's data, and returns the folder with the former database if there
 * was one. Refuses data without `replace`, and a running server. A failure leaves the data as they were.
 */
export async function restoreBackup(
  backup: VerifiedBackup,
  installation: Installation,
  { replace }: { replace: boolean },
): Promise<string | undefined> {
  const { dataFolder } = installation;
  const database = await databaseOf(installation);
  if (database.engine !== backup.engine)
    throw new Error(
      `The backup is of ${names[backup.engine]}, and the settings are for ${names[database.engine]}`,
    );
  async function refuseData(): Promise<void> {
    if ((await database.hasData()) && !replace)
      throw new Error(`There are data in ${dataFolder} already: to replace them, add --replace`);
  }
  // Before anything is created, and again once no other restore can run.
  await refuseData();
  await mkdir(dataFolder, { recursive: true, mode: 0o700 }).catch((error) => {
    throw new Error(failureReason(error, dataFolder));
  });
  return whileOnlyOne(dataFolder, async () => {
    await refuseData();
    await database.refuseInUse();
    const created: string[] = [];
    const staged = join(dataFolder, `restored-${backup.database.file}${partEnd}`);
    try {
      await removeIncompleteCopy(dataFolder);
      await copyContents(backup, dataFolder, created);
      await copyVerified(join(backup.folder, backup.database.file), staged, backup.database.sha256);
      return await database.replaceBy(staged);
    } catch (error) {
      for (const path of created) await rm(path, { force: true });
      throw new Error(failureReason(error as NodeJS.ErrnoException, dataFolder));
    } finally {
      await rm(staged, { force: true });
    }
  });
}

const names = { sqlite: "SQLite", postgresql: "PostgreSQL" };

/** Files never change, so those that are there whole stay. */
async function copyContents(
  { place, contents }: VerifiedBackup,
  dataFolder: string,
  created: string[],
): Promise<void> {
  for (const [key, sha256] of Object.entries(contents)) {
    const target = join(dataFolder, pathOf(key));
    const isThere = await stat(target).then(
      () => true,
      () => false,
    );
    if (isThere && (await isWhole(target, sha256))) continue;
    await copyContent(pathOf(key), sha256, place, dataFolder);
    if (!isThere) created.push(target);
  }
}

const isWhole = (path: string, sha256: string): Promise<boolean> =>
  verify(path, sha256).then(
    () => true,
    () => false,
  );
