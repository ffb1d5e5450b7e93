import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL } from "drizzle-orm";
import { inBatches } from "~/platform/db/batches.server";
import { type Connection, db, write } from "~/platform/db/db.server";
import { logError } from "~/platform/log.server";
import { fromNow, now } from "../clock.server";
import { filesToRemove } from "../tables.server";
import { storeOf } from "./file-store.server";

// A new file is on the list of those to remove before its bytes are written, and leaves it in the write that inserts its
// row. Triggers put it there again when its row is deleted. So a server can be killed at any time.

const { fileKey, keepUntil, isBeingRemoved } = filesToRemove;

/** Longer than the two hours that a request can take. */
const keptFor = 24 * 60 * 60 * 1000;

/** Call before a file is written. */
export const announceFiles = (keys: string[]): Promise<void> =>
  write(async (tx) => {
    const keepUntil = fromNow(keptFor);
    await tx
      .insert(filesToRemove)
      .values(keys.map((key) => ({ fileKey: key, keepUntil })))
      .onConflictDoNothing();
  });

const isOver = () => or(isNull(keepUntil), lte(keepUntil, now()), eq(isBeingRemoved, true));

/** Call in the write that inserts the rows of new files, or moves files to other rows. Returns those that are removed. */
export async function keepFiles(tx: Connection, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const kept = await tx
    .delete(filesToRemove)
    .where(and(inArray(fileKey, keys), eq(isBeingRemoved, false)))
    .returning({ fileKey });
  const keptKeys = new Set(keysOf(kept));
  return keys.filter((key) => !keptKeys.has(key));
}

const removedAtOnce = 100;

/** Removes the files of deleted rows, and what no row has taken within a day. Call every hour. */
export async function removeFiles(): Promise<void> {
  // What cannot be removed is passed over: the others do not wait for it.
  const batches = inBatches<{ fileKey: string }>(
    (last, limit) =>
      db
        .select({ fileKey })
        .from(filesToRemove)
        .where(and(isOver(), last && gt(fileKey, last.fileKey)))
        .orderBy(asc(fileKey))
        .limit(limit),
    removedAtOnce,
  );
  for await (const files of batches) if (files.length > 0) await removeAmong(keysOf(files), isOver());
}

const keysOf = (files: { fileKey: string }[]): string[] => files.map((file) => file.fileKey);

/** Removes those of the new files that no row has taken, however young. */
export async function removeUnkept(keys: string[]): Promise<void> {
  if (keys.length > 0) await removeAmong(keys);
}

/** A file that cannot be removed now is tried again by `removeFiles`. */
async function removeAmong(keys: string[], condition?: SQL): Promise<void> {
  const marked = await write((tx) =>
    tx
      .update(filesToRemove)
      .set({ isBeingRemoved: true })
      .where(and(inArray(fileKey, keys), condition))
      .returning({ fileKey }),
  );
  const removed: string[] = [];
  for (const key of keysOf(marked)) {
    await storeOf(key)
      ?.remove(key)
      .then(
        () => removed.push(key),
        (error) => logError(error, "removing a file"),
      );
  }
  if (removed.length > 0) await write((tx) => tx.delete(filesToRemove).where(inArray(fileKey, removed)));
}
