import { statSync, unlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** A file can be without a row for this long, while the user corrects a refused form. */
const orphanAge = 24 * 60 * 60 * 1000;

/**
 * Removes the files in a folder and its subfolders that are older than a day and not referenced, and returns
 * their number. `referencedAmong` receives up to 500 names at once.
 */
export async function removeOrphans(
  folder: string,
  referencedAmong: (names: string[]) => Promise<(name: string) => boolean>,
  now: number,
): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const old = entries
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => isOld(path, now));
  let removed = 0;
  for (let from = 0; from < old.length; from += 500) {
    const batch = old.slice(from, from + 500);
    const isReferenced = await referencedAmong(batch.map(({ name }) => name));
    for (const { name, path } of batch) {
      // The age is checked again just before the removal: the same content may have been stored since.
      if (isReferenced(name) || !isOld(path, now)) continue;
      unlinkSync(path);
      removed += 1;
    }
  }
  return removed;
}

function isOld(path: string, now: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && stats.mtimeMs < now - orphanAge;
}
