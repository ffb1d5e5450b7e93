import { readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { partEnd } from "~/platform/whole-file.server";
import { pathInDataFolder } from "../files/file-key.server";
import { contentFolders, removeIncompleteCopy } from "./content-copy.server";
import { readManifest } from "./manifest.server";

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
  await removeIncompleteCopy(place);
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
  const used = await usedContents(place);
  if (used) await removeContents(place, used);
}

/** Returns undefined if a backup has no readable manifest: it may need any content. */
async function usedContents(place: string): Promise<Set<string> | undefined> {
  const used = new Set<string>();
  for (const name of await backupsIn(place)) {
    const manifest = await readManifest(join(place, name)).catch(() => undefined);
    if (!manifest) return undefined;
    for (const key of Object.keys(manifest.contents)) used.add(key);
  }
  return used;
}

/** Files that are no contents stay: they are of another program. */
async function removeContents(place: string, used: Set<string>): Promise<void> {
  for (const folder of contentFolders) await removeIn(folder);

  async function removeIn(folder: string): Promise<void> {
    const entries = await readdir(join(place, folder), { withFileTypes: true }).catch(whenMissing);
    for (const entry of entries) {
      const { name } = entry;
      const path = join(folder, name);
      if (entry.isDirectory()) await removeIn(path);
      else if (pathInDataFolder(name) === path && !used.has(name)) await rm(join(place, path));
    }
    // One that is not empty stays.
    await rmdir(join(place, folder)).catch(() => undefined);
  }
}

const whenMissing = (error: NodeJS.ErrnoException): [] => {
  if (error.code === "ENOENT") return [];
  throw error;
};
