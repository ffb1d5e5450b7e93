import { createHash, randomUUID } from "node:crypto";
import { createReadStream, mkdirSync, rmSync } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { inArray, lte, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { logError } from "~/log.server";
import { untilNoneLeft } from "../batches.server";
import { db, rowsOf, write } from "../db.server";
import { letters, planFiles, stagedFiles } from "../tables.server";
import { everything } from "../write-lock.server";
import { writeNewFile } from "./new-file.server";
import { removeOrphans } from "./orphan.server";
import { sweepPictures } from "./picture-store.server";
import { type PlanFileKind, planFileKinds } from "./plan-file";

export type StoredContent = { contentHash: string; byteSize: number };
export type StoredFile = StoredContent & { fileName: string; kind: PlanFileKind };
export type RefusedFile = { fileName: string; reason: string };
export type ReceivedFile = StoredFile | RefusedFile;

export const isRefused = (file: ReceivedFile): file is RefusedFile => "reason" in file;

const filesFolder = join(env.DATA_DIR, "files");
const incomingFolder = join(filesFolder, "incoming");
mkdirSync(incomingFolder, { recursive: true, mode: 0o700 });

export const largestFile = env.MAX_UPLOAD_MB * 1024 * 1024;

const signatureBytes = 1024;
/** The number of requests that use each content; the sweep must not remove it before it has a row. */
const protectedContents = new Map<string, number>();

/** Returns the path of stored content: its hash, in two levels of folders. */
export const contentPath = (contentHash: string): string =>
  join(filesFolder, contentHash.slice(0, 2), contentHash.slice(2, 4), contentHash);

/** Returns the file name in a path, without control characters and at most 255 characters long. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be removed
  const text = last.replace(/[\u0000-\u001f\u007f]/g, "").trim();
  const extension = /\.[^.]{1,10}$/.exec(text)?.[0] ?? "";
  if (text.length <= 255) return text || "unnamed";
  // The cut must not leave the first half of a surrogate pair.
  return text.slice(0, 255 - extension.length).replace(/[\ud800-\udbff]$/, "") + extension;
}

const signatures: Record<PlanFileKind, (start: Buffer) => boolean> = {
  pdf: (start) => start.subarray(0, 5).toString("latin1") === "%PDF-",
  dwg: (start) => /^AC1[\d.]\d{2}/.test(start.subarray(0, 6).toString("latin1")),
  dxf: (start) =>
    /^(AutoCAD Binary DXF\r\n|\s*(999[ \t\r]*\n[^\n]*\n[ \t]*)*0[ \t\r]*\n[ \t]*SECTION\s)/.test(
      start.toString("latin1"),
    ),
};

/** Returns the kind of a file whose extension matches its first bytes, or the reason for refusing it. */
export function kindOf(fileName: string, start: Buffer): PlanFileKind | { reason: string } {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  if (!Object.hasOwn(planFileKinds, extension)) return { reason: "Only PDF, DWG and DXF files are accepted" };
  const kind = extension as PlanFileKind;
  if (start.length === 0) return { reason: "The file is empty" };
  if (!signatures[kind](start))
    return { reason: `This is not a ${planFileKinds[kind].label} file, despite its name` };
  return kind;
}

/**
 * Streams an uploaded file to disk under its hash, or returns the reason for refusing it. The content is
 * complete and synced when this returns. The caller adds a row, because the sweep removes files without one.
 */
export async function receivePlanFile(
  name: string,
  stream: Readable & { truncated?: boolean },
): Promise<ReceivedFile> {
  const fileName = cleanFileName(name);
  const incoming = await writeIncoming(stream);
  try {
    const kind = kindOf(fileName, incoming.start);
    const reason = stream.truncated
      ? `The file is larger than ${env.MAX_UPLOAD_MB}MB`
      : typeof kind === "object"
        ? kind.reason
        : undefined;
    if (reason) return { fileName, reason };
    const stored = await storeIncoming(incoming);
    return { ...stored, fileName, kind: kind as PlanFileKind };
  } finally {
    await rm(incoming.path, { force: true });
  }
}

/** Stores content that is in memory. */
export async function storeBytes(bytes: Buffer): Promise<StoredContent> {
  const incoming = await writeIncoming(Readable.from([bytes]));
  try {
    return await storeIncoming(incoming);
  } finally {
    await rm(incoming.path, { force: true });
  }
}

type IncomingFile = StoredContent & { path: string; start: Buffer };

async function writeIncoming(stream: Readable): Promise<IncomingFile> {
  const path = join(incomingFolder, randomUUID());
  const hash = createHash("sha256");
  let byteSize = 0;
  let start = Buffer.alloc(0);
  async function* chunks() {
    // The stream remains open when the disk fails, so that the rest of the form can be read.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      byteSize += chunk.length;
      if (start.length < signatureBytes) start = Buffer.concat([start, chunk]).subarray(0, signatureBytes);
      yield chunk;
    }
  }
  try {
    await writeNewFile(path, chunks());
    return { path, byteSize, start, contentHash: hash.digest("hex") };
  } finally {
    stream.resume();
  }
}

async function storeIncoming({ path, contentHash, byteSize }: IncomingFile): Promise<StoredContent> {
  const target = contentPath(contentHash);
  await protectFromSweep([contentHash], async () => {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(path, target);
    await syncFolder(dirname(target));
  });
  return { contentHash, byteSize };
}

/** Syncs the folders of a new file, so that its name survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  for (const path of [folder, dirname(folder), filesFolder]) {
    const handle = await open(path, "r");
    await handle.sync().finally(() => handle.close());
  }
}

/** Runs `work`; until it ends, the sweep does not remove these contents. */
export async function protectFromSweep<Result>(
  hashes: string[],
  work: () => Promise<Result>,
): Promise<Result> {
  protect(hashes);
  try {
    return await work();
  } finally {
    unprotect(hashes);
  }
}

function protect(hashes: string[]): void {
  for (const hash of hashes) protectedContents.set(hash, (protectedContents.get(hash) ?? 0) + 1);
}

function unprotect(hashes: string[]): void {
  for (const hash of hashes) {
    const remaining = (protectedContents.get(hash) ?? 1) - 1;
    if (remaining === 0) protectedContents.delete(hash);
    else protectedContents.set(hash, remaining);
  }
}

type Receive = typeof receivePlanFile;

/**
 * Runs `work` with a function that receives files. The sweep does not remove these files until `work` ends.
 * Then the files without a row are removed, so that refused requests do not fill the disk.
 */
export async function withFileReceiver<Result>(work: (receive: Receive) => Promise<Result>): Promise<Result> {
  const hashes: string[] = [];
  const receive: Receive = async (name, stream) => {
    const file = await receivePlanFile(name, stream);
    if (isRefused(file)) return file;
    hashes.push(file.contentHash);
    protect([file.contentHash]);
    return file;
  };
  return work(receive).finally(() => endProtection(hashes));
}

/**
 * Stores content that is in memory, and runs `work` with it. The sweep does not remove it until `work` ends. Then it is
 * removed if it has no row.
 */
export async function withStoredBytes<Result>(
  bytes: Buffer,
  work: (stored: StoredContent) => Promise<Result>,
): Promise<Result> {
  // Protected before it is stored, since another request could remove the same content in between.
  const hashes = [createHash("sha256").update(bytes).digest("hex")];
  protect(hashes);
  return storeBytes(bytes)
    .then(work)
    .finally(() => endProtection(hashes));
}

/** Ends the protection of contents, and removes those without a row. */
async function endProtection(hashes: string[]): Promise<void> {
  unprotect(hashes);
  await removeUnreferenced(hashes).catch((error) => logError(error, "removing files without a row"));
}

/** Removes contents that have no row and that no other request uses. */
export async function removeUnreferenced(hashes: string[]): Promise<void> {
  // A request that ends its protection during the look-up can have added a row after it.
  const unprotected = hashes.filter((hash) => !protectedContents.has(hash));
  const referenced = await referencedAmong(unprotected);
  for (const hash of new Set(unprotected)) {
    if (!referenced.has(hash) && !protectedContents.has(hash)) rmSync(contentPath(hash), { force: true });
  }
}

/**
 * Returns the hashes that a plan file, a letter or a staged file refers to. Reads one index entry for each hash, although
 * thousands of plan files can have the same content.
 */
async function referencedAmong(hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const names = sql.join(
    hashes.map((hash) => sql`(${hash})`),
    sql`, `,
  );
  const rows = await rowsOf<{ hash: string }>(
    db,
    sql`with names (hash) as (values ${names}) select hash from names
    where exists (select 1 from ${planFiles} where ${planFiles.contentHash} = names.hash)
    or exists (select 1 from ${letters} where ${letters.contentHash} = names.hash)
    or exists (select 1 from ${stagedFiles} where ${stagedFiles.contentHash} = names.hash)`,
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** Returns the size of stored content in bytes, or undefined if it does not exist. */
export const sizeOfContent = (contentHash: string): Promise<number | undefined> =>
  stat(contentPath(contentHash)).then(
    ({ size }) => size,
    () => undefined,
  );

export const hasContent = async (contentHash: string): Promise<boolean> =>
  (await sizeOfContent(contentHash)) !== undefined;

export const readContent = (contentHash: string, range?: { start: number; end: number }) =>
  createReadStream(contentPath(contentHash), range);

/**
 * Deletes expired staged files, and removes plan files, pictures and interrupted uploads that are older than
 * a day and have no row. Returns the number of removed files. Lets others in between.
 */
export async function sweep(now = Date.now()): Promise<number> {
  const expired = lte(stagedFiles.until, new Date(now).toISOString());
  await untilNoneLeft((limit) =>
    write(everything, (tx) => {
      const ids = tx.select({ id: stagedFiles.id }).from(stagedFiles).where(expired).limit(limit);
      return tx.delete(stagedFiles).where(inArray(stagedFiles.id, ids)).returning({ id: stagedFiles.id });
    }),
  );
  const files = await removeOrphans(filesFolder, referencedContents, now);
  return files + (await sweepPictures(now));
}

async function referencedContents(names: string[]) {
  const referenced = await referencedAmong(names);
  return (name: string) => referenced.has(name) || protectedContents.has(name);
}
