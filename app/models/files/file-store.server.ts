import { randomBytes } from "node:crypto";
import { createReadStream, mkdirSync } from "node:fs";
import { link, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, extname, join, relative } from "node:path";
import { env } from "~/platform/env.server";
import { syncFolder, writeSynced, writeSyncedAt } from "~/platform/whole-file.server";
import { pathInFiles, pathInPictures } from "./file-key.server";

export const newFileKey = (): string => randomBytes(16).toString("hex");

export type FileStore = ReturnType<typeof folderStore>;

/** A file is written once under its key, and only then does a row name it. */
function folderStore(folder: string, pathOf: (key: string) => string | undefined) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  function pathIn(key: string): string {
    const path = pathOf(key);
    if (path === undefined) throw new Error(`${key} is no key of a stored file`);
    return join(folder, path);
  }

  async function placeFor(key: string): Promise<string> {
    const path = pathIn(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  }

  /** A name survives a power failure when its folders are synced. */
  async function syncName(key: string): Promise<void> {
    for (let path = dirname(pathIn(key)); ; path = dirname(path)) {
      await syncFolder(path);
      if (path === folder) return;
    }
  }

  return {
    isKey: (key: string) => pathOf(key) !== undefined,
    pathIn,
    syncName,
    /** The file is on the disk then. A failure leaves none behind. */
    async write(key: string, chunks: AsyncIterable<Buffer> | Buffer[]): Promise<void> {
      await writeSynced(await placeFor(key), chunks, "wx");
      await syncName(key);
    },
    /** Writes a part of a file from `offset` on, and cuts off what was there. A failure leaves what is before. */
    async writeAt(key: string, offset: number, chunks: AsyncIterable<Buffer>): Promise<void> {
      await writeSyncedAt(await placeFor(key), offset, chunks);
      if (offset === 0) await syncName(key);
    },
    /**
     * Gives a file a second key, unless it has that already, without taking space where the disk can do that. Its name is
     * not synced.
     */
    async copy(key: string, newKey: string): Promise<void> {
      const [source, target] = [pathIn(key), await placeFor(newKey)];
      if (await isLinked(source, target)) return;
      // Never a part under its key; if it is killed, `announceUnknownFiles` finds it.
      const part = await placeFor(`${newFileKey()}${extname(newKey)}`);
      await writeSynced(part, createReadStream(source), "wx");
      await rename(part, target);
    },
    remove: (key: string) => rm(pathIn(key), { force: true }),
    sizeOf: (key: string) => found(key, async (path) => (await stat(path)).size),
    readAll: async (key: string) => (await found(key, (path) => readFile(path))) ?? null,
    read: (key: string, range?: { start: number; end: number }) => createReadStream(pathIn(key), range),
    list: () => keysIn(folder, folder, pathOf),
  };

  async function found<Result>(key: string, read: (path: string) => Promise<Result>) {
    const path = pathOf(key);
    return path === undefined ? undefined : read(join(folder, path)).catch(() => undefined);
  }
}

const withoutLink = ["EMLINK", "ENOSYS", "ENOTSUP", "EPERM", "EXDEV"];

/** Some file systems have no links, and others a limit for each file. Another server may have made the link. */
const isLinked = (source: string, target: string): Promise<boolean> =>
  link(source, target).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return true;
      if (withoutLink.includes(error.code ?? "")) return false;
      throw error;
    },
  );

/** The keys of all folders are never in memory together. */
async function* keysIn(
  folder: string,
  store: string,
  pathOf: (key: string) => string | undefined,
): AsyncGenerator<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const isInPlace = (name: string) => pathOf(name) === relative(store, join(folder, name));
  yield entries.filter((entry) => entry.isFile() && isInPlace(entry.name)).map(({ name }) => name);
  for (const { name } of entries.filter((entry) => entry.isDirectory()))
    yield* keysIn(join(folder, name), store, pathOf);
}

export const planFileStore = folderStore(join(env.DATA_DIR, "files"), pathInFiles);

export const pictureStore = folderStore(join(env.DATA_DIR, "pictures"), pathInPictures);

export const stores = [planFileStore, pictureStore];

export const storeOf = (key: string): FileStore | undefined => stores.find(({ isKey }) => isKey(key));
