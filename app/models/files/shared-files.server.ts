import { rm } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { logError } from "~/platform/log.server";
import { filesToCopy } from "../tables.server";
import { storeOf } from "./file-store.server";

/** Of an earlier version: what was being uploaded or removed when it ended. */
const formerFolders = ["files/incoming", "files/removed", "pictures/removed"];

/**
 * Gives each row that shared its file in an earlier version one of its own. Call before anything is served or removed:
 * without enough space it throws, and goes on at the next start.
 */
export async function giveRowsTheirOwnFiles(): Promise<void> {
  for (const folder of formerFolders) await rm(join(env.DATA_DIR, folder), { recursive: true, force: true });
  for (const { fileKey, source } of await db.select().from(filesToCopy)) {
    await copyUnlessMissing(source, fileKey);
    await write((tx) => tx.delete(filesToCopy).where(eq(filesToCopy.fileKey, fileKey)));
  }
}

/** A file that was missing before is missing after, and others must not wait for it. */
async function copyUnlessMissing(source: string, fileKey: string): Promise<void> {
  const store = storeOf(source);
  if ((await store?.sizeOf(fileKey)) !== undefined) return;
  if ((await store?.sizeOf(source)) === undefined)
    return void logError(new Error(`The file ${source} is missing`), "giving rows their own files");
  await store?.copy(source, fileKey);
  await store?.syncName(fileKey);
}
