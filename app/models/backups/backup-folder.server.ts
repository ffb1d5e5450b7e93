import { readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { pathInDataFolder } from "../files/content-path.server";
import { type Manifest, readManifest } from "./manifest.server";
import { partEnd } from "./whole-file.server";

// A folder of backups has a folder for each, named by its time, and once for all of them the contents, at the same paths
// as in a data folder.

/** The time of a backup as the name of its folder: `2026-11-28T10-00-00-000Z`. */
export const nameOfBackup = (moment: string): string => moment.replaceAll(/[:.]/g, "-");

const isBackupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const isIncompleteName = new RegExp(`${isBackupName.source.slice(0, -1)}\\${partEnd}$`);

async function namesIn(place: string): Promise<string[]> {
  return (await readdir(place)).sort();
}

/** The names of all complete backups, the oldest first. */
export const backupsIn = async (place: string): Promise<string[]> =>
  (await namesIn(place)).filter((name) => isBackupName.test(name));

/** What a killed backup, or a killed removal of one, has left. */
export async function removeIncomplete(place: string): Promise<void> {
  for (const name of await namesIn(place))
    if (isIncompleteName.test(name)) await rm(join(place, name), { recursive: true });
}

/** Removes the backups before `keepSince`, but for the newest one, and the contents that no other one has. */
export async function removeOld(place: string, keepSince: string): Promise<void> {
  const names = await backupsIn(place);
  const old = names.slice(0, -1).filter((name) => name < nameOfBackup(keepSince));
  if (old.length === 0) return;
  for (const name of old) {
    // Without its name, what a killed removal leaves is no backup.
    const part = join(place, `${name}${partEnd}`);
    await rename(join(place, name), part);
    await rm(part, { recursive: true });
  }
  await removeContents(place, await usedPaths(place));
}

async function usedPaths(place: string): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const name of await backupsIn(place)) {
    const { contents } = (await readManifest(join(place, name))) as Manifest;
    for (const content of contents) paths.add(pathInDataFolder(content) ?? "");
  }
  return paths;
}

async function removeContents(place: string, used: Set<string>): Promise<void> {
  for (const folder of ["files", "pictures"]) await removeIn(join(place, folder));

  async function removeIn(folder: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(whenMissing);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await removeIn(path);
      else if (!used.has(path.slice(place.length + 1))) await rm(path);
    }
    // One that is not empty stays.
    await rmdir(folder).catch(() => undefined);
  }
}

const whenMissing = (error: NodeJS.ErrnoException): [] => {
  if (error.code === "ENOENT") return [];
  throw error;
};
