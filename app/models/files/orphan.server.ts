import { statSync, unlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** A file may wait this long for its row, while a refused form is put right. */
const orphanAge = 24 * 60 * 60 * 1000;

/**
 * Removes the files below a folder that are older than a day and that nothing names: `keptOf` answers, for
 * a few hundred names, which of them are to stay. Answers how many went.
 */
export async function removeOrphans(
  folder: string,
  keptOf: (names: string[]) => Promise<(name: string) => boolean>,
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
    const isKept = await keptOf(batch.map(({ name }) => name));
    for (const { name, path } of batch) {
      // Checked again in the same breath as the removal: the same content may have come meanwhile.
      if (isKept(name) || !isOld(path, now)) continue;
      unlinkSync(path);
      removed += 1;
    }
  }
  return removed;
}

function isOld(path: string, now: number): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts !== undefined && facts.mtimeMs < now - orphanAge;
}
