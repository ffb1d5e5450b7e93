import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { logError } from "~/platform/log.server";
import { filesToCopy } from "../tables.server";
import { pathInDataFolder } from "./file-key.server";
import { storeOf } from "./file-store.server";

// What an earlier version has left, in which rows with the same bytes had one file.

const inDataFolder = (path: string): string => join(env.DATA_DIR, path);

/**
 * Gives each row that shared its file in an earlier version one of its own. Call before anything is served or removed:
 * without enough space it throws an error of one line, and goes on at the next start.
 */
export async function giveRowsTheirOwnFiles(): Promise<void> {
  await clearFormerFolders();
  for (const { fileKey, source } of await db.select().from(filesToCopy)) {
    await copyUnlessMissing(source, fileKey).catch(refuseFullDisk);
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

function refuseFullDisk(error: NodeJS.ErrnoException): never {
  if (!["EDQUOT", "ENOSPC"].includes(error.code ?? "")) throw error;
  throw new Error(
    `The disk of ${env.DATA_DIR} is full: files that several rows had are being copied. Nothing is lost: free some space, then start again`,
  );
}

/** What was being uploaded or removed when the earlier version ended. */
async function clearFormerFolders(): Promise<void> {
  for (const folder of ["files/removed", "pictures/removed"]) {
    for (const name of await namesIn(folder)) await putBack(folder, name);
    await rm(inDataFolder(folder), { recursive: true, force: true });
  }
  await rm(inDataFolder("files/incoming"), { recursive: true, force: true });
  for (const name of await namesIn("pictures"))
    if (name.endsWith(".part")) await rm(inDataFolder(join("pictures", name)), { force: true });
}

const namesIn = (folder: string): Promise<string[]> => readdir(inDataFolder(folder)).catch(() => []);

/** A killed server may have set aside, as key and claim, what a row has again. Another server may put it back too. */
async function putBack(folder: string, name: string): Promise<void> {
  const key = name.slice(0, name.lastIndexOf("."));
  const path = pathInDataFolder(key);
  if (path === undefined || (await storeOf(key)?.sizeOf(key)) !== undefined) return;
  await mkdir(dirname(inDataFolder(path)), { recursive: true, mode: 0o700 });
  await rename(inDataFolder(join(folder, name)), inDataFolder(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}
