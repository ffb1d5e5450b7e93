import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** The end of the names of files and folders that are not complete. */
export const partEnd = ".part";

/** The file has its name only once all of it is on the disk. */
async function writeThenName(
  path: string,
  chunks: Iterable<Buffer | string> | AsyncIterable<Buffer>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}${partEnd}`;
  try {
    const file = await open(part, "w", 0o600);
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

export const writeWhole = (path: string, text: string): Promise<void> => writeThenName(path, [text]);

/** Copies a file whose content has the expected hash, a SHA-256 or its beginning. Throws Damaged otherwise. */
export async function copyVerified(source: string, target: string, expected: string): Promise<void> {
  await writeThenName(target, verified(source, expected));
}

export class Damaged extends Error {}

async function* verified(source: string, expected: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(source)) {
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
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
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
