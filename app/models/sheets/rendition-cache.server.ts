import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { inArray } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { logError } from "~/platform/log.server";
import { planFiles, sheets } from "../tables.server";

// Pictures of sheets, which can be drawn again: the folder may be deleted at any time, and no backup has it. A file has a
// folder with the name of its key, since pictures go with their file.

const root = join(env.DATA_DIR, "renditions");
const isFileKey = /^[0-9a-f]{32,64}$/;

const folderOf = (fileKey: string): string => join(root, fileKey.slice(0, 2), fileKey);

export type StoredRendition = { fileKey: string; page: number; name: string };

const pathOf = ({ fileKey, page, name }: StoredRendition): string =>
  join(folderOf(fileKey), `${page}-${name}`);

const day = 24 * 60 * 60 * 1000;

/** Null if it must be drawn first. The day of its last use decides what is removed. */
export async function readRendition(rendition: StoredRendition): Promise<Buffer | null> {
  const path = pathOf(rendition);
  try {
    const picture = await readFile(path);
    const now = new Date();
    const { mtimeMs } = await stat(path);
    if (now.getTime() - mtimeMs > day) await utimes(path, now, now);
    return picture;
  } catch {
    return null;
  }
}

export const hasRendition = (rendition: StoredRendition): Promise<boolean> =>
  stat(pathOf(rendition)).then(
    () => true,
    () => false,
  );

/** A picture has its name only once all of it is written. */
export async function storeRendition(rendition: StoredRendition, picture: Buffer): Promise<void> {
  const path = pathOf(rendition);
  const part = `${path}.${randomBytes(4).toString("hex")}.part`;
  await mkdir(folderOf(rendition.fileKey), { recursive: true, mode: 0o700 });
  try {
    await writeFile(part, picture, { mode: 0o600 });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

const gigabyte = 1024 ** 3;

/** Removes the pictures of files that are gone, and those that were not looked at for longest. Call every hour. */
export async function trimRenditions(mostBytes = env.MAX_RENDITION_GB * gigabyte): Promise<void> {
  await removeOfGoneFiles();
  await removeOfGoneSheets();
  const stored = await storedPictures();
  let bytes = stored.reduce((sum, { byteSize }) => sum + byteSize, 0);
  for (const { path, byteSize } of stored.toSorted((one, other) => one.usedAt - other.usedAt)) {
    if (bytes <= mostBytes) return;
    await rm(path, { force: true });
    bytes -= byteSize;
  }
}

const keysAtOnce = 100;

async function removeOfGoneFiles(): Promise<void> {
  const keys = await fileKeys();
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    for (const key of await withoutRow(keys.slice(start, start + keysAtOnce))) {
      await rm(folderOf(key), { recursive: true, force: true }).catch((error) =>
        logError(error, "removing pictures of sheets"),
      );
    }
  }
}

/** The sheet with which another one was compared, in the name of a stored comparison. */
const comparedSheet = /^\d+-(?:both|earlier|differences)-(\d{1,10})-/;

/** Removes comparisons with sheets that are gone: they are kept with the other sheet. */
async function removeOfGoneSheets(): Promise<void> {
  const compared = (await storedPictures()).flatMap(({ path }) => {
    const [, id] = comparedSheet.exec(basename(path)) ?? [];
    return id ? { path, id: Number(id) } : [];
  });
  for (let start = 0; start < compared.length; start += keysAtOnce) {
    const some = compared.slice(start, start + keysAtOnce);
    const ids = some.map(({ id }) => id);
    const rows = await db.select({ id: sheets.id }).from(sheets).where(inArray(sheets.id, ids));
    const present = new Set(rows.map(({ id }) => id));
    for (const { path, id } of some) if (!present.has(id)) await rm(path, { force: true });
  }
}

async function withoutRow(keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ fileKey: planFiles.fileKey })
    .from(planFiles)
    .where(inArray(planFiles.fileKey, keys));
  const present = new Set(rows.map(({ fileKey }) => fileKey));
  return keys.filter((key) => !present.has(key));
}

async function fileKeys(): Promise<string[]> {
  const keys: string[] = [];
  for (const start of await namesIn(root)) keys.push(...(await namesIn(join(root, start))));
  return keys.filter((key) => isFileKey.test(key));
}

async function storedPictures() {
  const stored: { path: string; byteSize: number; usedAt: number }[] = [];
  for (const key of await fileKeys()) {
    for (const name of await namesIn(folderOf(key))) {
      const path = join(folderOf(key), name);
      const found = await stat(path).catch(() => null);
      if (found) stored.push({ path, byteSize: found.size, usedAt: found.mtimeMs });
    }
  }
  return stored;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
