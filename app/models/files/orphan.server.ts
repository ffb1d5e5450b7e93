import { statSync, unlinkSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { letOthersIn, partsOf } from "../batches.server";

/** A file can be without a row for this long, while the user corrects a refused form. */
const orphanAge = 24 * 60 * 60 * 1000;

/** Files that are looked up and removed at once. */
const filesAtOnce = 20;

/**
 * Removes the files in a folder and its subfolders that are older than a day and not referenced, and returns
 * their number. `referencedAmong` receives a few names at once. Lets others in between.
 */
export async function removeOrphans(
  folder: string,
  referencedAmong: (names: string[]) => Promise<(name: string) => boolean>,
  now: number,
): Promise<number> {
  let removed = 0;
  const remove = async (paths: string[]) => {
    const isReferenced = await referencedAmong(paths.map((path) => basename(path)));
    // Nothing may run between the look-up and the removal: another request could add a row for the file.
    for (const path of paths) {
      // The age is checked again just before the removal: the same content may have been stored since.
      if (isReferenced(basename(path)) || !isOld(statSync(path, { throwIfNoEntry: false }), now)) continue;
      unlinkSync(path);
      removed += 1;
    }
    await letOthersIn();
  };
  let old: string[] = [];
  for await (const paths of filesIn(folder)) {
    old.push(...(await oldOnes(paths, now)));
    if (old.length < filesAtOnce) continue;
    for await (const part of partsOf(old, filesAtOnce)) await remove(part);
    old = [];
  }
  await remove(old);
  return removed;
}

/** Yields the paths of the files in each folder, so that those of all folders are never in memory together. */
async function* filesIn(folder: string): AsyncGenerator<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  yield entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  for (const entry of entries) if (entry.isDirectory()) yield* filesIn(join(folder, entry.name));
}

async function oldOnes(paths: string[], now: number): Promise<string[]> {
  const old: string[] = [];
  for await (const part of partsOf(paths)) {
    const stats = await Promise.all(part.map((path) => stat(path).catch(() => undefined)));
    old.push(...part.filter((_, index) => isOld(stats[index], now)));
  }
  return old;
}

const isOld = (stats: { mtimeMs: number } | undefined, now: number): boolean =>
  stats !== undefined && stats.mtimeMs < now - orphanAge;
