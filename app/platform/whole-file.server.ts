import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** The end of the names of files and folders that are not complete. */
export const partEnd = ".part";

type Chunks = Iterable<Buffer | string> | AsyncIterable<Buffer>;

/** Writes a file to the disk. A failed write leaves none behind. With `wx`, there must be none before. */
export async function writeSynced(path: string, chunks: Chunks, flags: "w" | "wx"): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    // Unlike write, writeFile does not stop after a part of the chunk when the disk is full.
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Writes a part of a file to the disk from `offset` on. What was there is cut off, and a failed write leaves the rest. */
export async function writeSyncedAt(
  path: string,
  offset: number,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    await file.truncate(offset);
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The file has its name only once all of it is on the disk, as `part`. */
async function writeThenName(
  path: string,
  chunks: Chunks,
  part = `${path}${partEnd}`,
  flags: "w" | "wx" = "w",
): Promise<void> {
  const folder = dirname(resolve(path));
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeSynced(part, chunks, flags);
  try {
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolders(folder, created);
}

export const writeWhole = (path: string, content: string | Buffer): Promise<void> =>
  writeThenName(path, [content]);

/** Writes a file in parts. Throws an error of one line if it, or an incomplete one of its name, is there already. */
export async function writeNew(path: string, chunks: Chunks): Promise<void> {
  const part = `${path}${partEnd}`;
  if (existsSync(path)) throw new Error(`${path} is there already: move it away first`);
  if (existsSync(part)) throw new Error(`${part} is there: delete it, unless something is writing it now`);
  await writeThenName(path, chunks, part, "wx");
}

/**
 * Copies a file whose content has the expected hash, a SHA-256 or its beginning. Throws Damaged otherwise. Until it is
 * complete, it is `part`, which must be on the same disk.
 */
export async function copyVerified(
  source: string,
  target: string,
  expected: string,
  part?: string,
): Promise<void> {
  await writeThenName(target, verified(source, expected), part);
}

export class Damaged extends Error {}

async function* chunksOf(source: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(source);
  } catch (error) {
    // A failed read does not name its file.
    throw Object.assign(error as Error, { path: source });
  }
}

async function* verified(source: string, expected: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of chunksOf(source)) {
    hash.update(chunk);
    yield chunk;
  }
  if (!hash.digest("hex").startsWith(expected)) throw new Damaged(`${source} is damaged`);
}

/** Reads the file. Throws Damaged unless its hash begins with the expected one. */
export async function verify(source: string, expected: string): Promise<void> {
  for await (const _ of verified(source, expected));
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** Syncs a folder and, if it was created, those above it up to the first one that was there. */
async function syncFolders(folder: string, created: string | undefined): Promise<void> {
  await syncFolder(folder);
  if (created && folder !== dirname(created)) await syncFolders(dirname(folder), created);
}

/** A name survives a power failure once its folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } catch (error) {
    // Network folders, as of Windows, may not offer it.
    if (!["EINVAL", "ENOTSUP", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    await folder.close();
  }
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync().finally(() => file.close());
}
