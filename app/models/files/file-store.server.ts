import { randomUUID } from "node:crypto";
import { createReadStream, mkdirSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { env } from "~/platform/env.server";
import { writeSynced } from "~/platform/whole-file.server";
import { pathInFiles, pathInPictures } from "./content-path.server";

/** Received and synced, but not stored under a name yet. */
export type Incoming = Awaited<ReturnType<FileStore["receive"]>>;
export type FileStore = ReturnType<typeof folderStore>;

type Layout = {
  pathOf: (name: string) => string | undefined;
  uploadName: () => string;
};

const removedFolder = "removed";

/** Content is set aside before it is removed: a server that continues later removes nothing that was stored since. */
function folderStore(folder: string, layout: Layout) {
  const { pathOf, uploadName } = layout;
  const removals = removalsOf(folder, layout);
  mkdirSync(dirname(pathIn(folder, layout, uploadName())), { recursive: true, mode: 0o700 });

  async function receive(chunks: AsyncIterable<Buffer> | Buffer[]) {
    const path = pathIn(folder, layout, uploadName());
    await writeSynced(path, chunks, "wx");
    const storeAs = (name: string) => moveTo(pathIn(folder, layout, name), path, folder);
    return { storeAs, drop: () => rm(path, { force: true }) };
  }

  return {
    isName: (name: string) => pathOf(name) !== undefined,
    receive,
    list: () => namesIn(folder, folder, pathOf),
    ...readsOf(folder, layout, removals),
    ...removals,
  };
}

function pathIn(folder: string, { pathOf }: Layout, name: string): string {
  const path = pathOf(name);
  if (path === undefined) throw new Error(`${name} is no name of stored content`);
  return join(folder, path);
}

async function moveTo(target: string, path: string, store: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await rename(path, target);
  await syncFolders(dirname(target), store);
}

function removalsOf(folder: string, layout: Layout) {
  const removed = join(folder, removedFolder);
  const pathOfCopy = (name: string, claim: string) => join(removed, `${name}.${claim}`);

  async function setAside(name: string, claim: string): Promise<void> {
    await mkdir(removed, { recursive: true, mode: 0o700 });
    await rename(pathIn(folder, layout, name), pathOfCopy(name, claim)).catch(whenMissing(undefined));
  }

  const putBack = (name: string, claim: string): Promise<void> =>
    moveTo(pathIn(folder, layout, name), pathOfCopy(name, claim), folder).catch(whenMissing(undefined));

  const remove = (name: string, claim: string): Promise<void> => rm(pathOfCopy(name, claim), { force: true });

  async function listSetAside() {
    const names = await readdir(removed).catch(whenMissing([]));
    return names.map((fileName) => {
      const end = fileName.lastIndexOf(".");
      return { name: fileName.slice(0, end), claim: fileName.slice(end + 1) };
    });
  }

  return { setAside, putBack, remove, listSetAside };
}

function readsOf(folder: string, layout: Layout, { putBack, listSetAside }: ReturnType<typeof removalsOf>) {
  /** What is set aside can be in use again: it is put back. */
  async function find<Result>(
    name: string,
    read: (path: string) => Promise<Result>,
  ): Promise<Result | undefined> {
    const path = layout.pathOf(name);
    if (path === undefined) return undefined;
    const attempt = () => read(join(folder, path)).catch(() => undefined);
    const found = await attempt();
    if (found !== undefined) return found;
    for (const copy of await listSetAside()) if (copy.name === name) await putBack(name, copy.claim);
    return attempt();
  }

  return {
    sizeOf: (name: string) => find(name, async (path) => (await stat(path)).size),
    readAll: async (name: string) => (await find(name, (path) => readFile(path))) ?? null,
    read: (name: string, range?: { start: number; end: number }) =>
      createReadStream(pathIn(folder, layout, name), range),
  };
}

/** A name survives a power failure when its folders are synced. */
async function syncFolders(path: string, store: string): Promise<void> {
  for (let folder = path; ; folder = dirname(folder)) {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
    if (folder === store) return;
  }
}

/** The names of all folders are never in memory together. */
async function* namesIn(folder: string, store: string, pathOf: Layout["pathOf"]): AsyncGenerator<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const isInPlace = (name: string) => pathOf(name) === relative(store, join(folder, name));
  yield entries.filter((entry) => entry.isFile() && isInPlace(entry.name)).map(({ name }) => name);
  for (const { name } of entries.filter((entry) => entry.isDirectory() && entry.name !== removedFolder))
    yield* namesIn(join(folder, name), store, pathOf);
}

/** Another server may have moved or removed the file. */
const whenMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === "ENOENT") return value;
    throw error;
  };

const isUpload = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isPictureUpload = /^[0-9a-f-]{36}\.part$/;

export const planFileStore = folderStore(join(env.DATA_DIR, "files"), {
  pathOf: (name) => pathInFiles(name) ?? (isUpload.test(name) ? join("incoming", name) : undefined),
  uploadName: randomUUID,
});

export const pictureStore = folderStore(join(env.DATA_DIR, "pictures"), {
  pathOf: (name) => pathInPictures(name) ?? (isPictureUpload.test(name) ? name : undefined),
  uploadName: () => `${randomUUID()}.part`,
});

export const stores = [planFileStore, pictureStore];

export const storeOf = (name: string): FileStore | undefined => stores.find(({ isName }) => isName(name));
