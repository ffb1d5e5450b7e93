import { createHash, randomUUID } from "node:crypto";
import { createReadStream, mkdirSync, rmSync } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { inArray, lte } from "drizzle-orm";
import { env } from "~/env.server";
import { logError } from "~/log.server";
import { db, write } from "../db.server";
import { planFiles, stagedFiles } from "../tables.server";
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

const longestMark = 1024;
/** Contents on their way between disk and database, which the sweep leaves alone. */
const arriving = new Map<string, number>();

/** Where a content lies: named by its hash, in two levels of folders. */
export const contentPath = (contentHash: string): string =>
  join(filesFolder, contentHash.slice(0, 2), contentHash.slice(2, 4), contentHash);

/** A file name as text: the last part of any path, without control characters, at most 255 characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stay in a name
  const text = last.replace(/[\u0000-\u001f\u007f]/g, "").trim();
  const ending = /\.[^.]{1,10}$/.exec(text)?.[0] ?? "";
  if (text.length <= 255) return text || "unnamed";
  // Not through the middle of a character of two halves.
  return text.slice(0, 255 - ending.length).replace(/[\ud800-\udbff]$/, "") + ending;
}

const marks: Record<PlanFileKind, (start: Buffer) => boolean> = {
  pdf: (start) => start.subarray(0, 5).toString("latin1") === "%PDF-",
  dwg: (start) => /^AC1[\d.]\d{2}/.test(start.subarray(0, 6).toString("latin1")),
  dxf: (start) =>
    /^(AutoCAD Binary DXF\r\n|\s*(999[ \t\r]*\n[^\n]*\n[ \t]*)*0[ \t\r]*\n[ \t]*SECTION\s)/.test(
      start.toString("latin1"),
    ),
};

/** The kind that both the ending and the leading bytes say, or why there is none. */
export function kindOf(fileName: string, start: Buffer): PlanFileKind | { reason: string } {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  if (!Object.hasOwn(planFileKinds, ending)) return { reason: "Only PDF, DWG and DXF files are accepted" };
  const kind = ending as PlanFileKind;
  if (start.length === 0) return { reason: "The file is empty" };
  if (!marks[kind](start))
    return { reason: `This is not a ${planFileKinds[kind].label} file, whatever its name says` };
  return kind;
}

/**
 * Streams an uploaded file to disk under its hash, or answers why it was refused. The content is whole
 * and on the disk before this returns; the caller adds the row, and a file without one is swept.
 */
export async function receivePlanFile(
  name: string,
  stream: Readable & { truncated?: boolean },
): Promise<ReceivedFile> {
  const fileName = cleanFileName(name);
  const arrived = await writeIncoming(stream);
  try {
    const kind = kindOf(fileName, arrived.start);
    const reason = stream.truncated
      ? `The file is larger than ${env.MAX_UPLOAD_MB}MB`
      : typeof kind === "object"
        ? kind.reason
        : undefined;
    if (reason) return { fileName, reason };
    const stored = await keep(arrived);
    return { ...stored, fileName, kind: kind as PlanFileKind };
  } finally {
    await rm(arrived.path, { force: true });
  }
}

/** Stores bytes that are at hand. */
export async function storeBytes(bytes: Buffer): Promise<StoredContent> {
  return keep(await writeIncoming(Readable.from([bytes])));
}

type Arrived = StoredContent & { path: string; start: Buffer };

async function writeIncoming(stream: Readable): Promise<Arrived> {
  const path = join(incomingFolder, randomUUID());
  const hash = createHash("sha256");
  let byteSize = 0;
  let start = Buffer.alloc(0);
  async function* chunks() {
    // Left open when the disk fails, so that the form around it can be read to its end.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      byteSize += chunk.length;
      if (start.length < longestMark) start = Buffer.concat([start, chunk]).subarray(0, longestMark);
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

async function keep({ path, contentHash, byteSize }: Arrived): Promise<StoredContent> {
  const target = contentPath(contentHash);
  await whileArriving([contentHash], async () => {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(path, target);
    await syncFolder(dirname(target));
  });
  return { contentHash, byteSize };
}

/** Makes the new name itself last through a power cut. */
async function syncFolder(folder: string): Promise<void> {
  for (const path of [folder, dirname(folder), filesFolder]) {
    const handle = await open(path, "r");
    await handle.sync().finally(() => handle.close());
  }
}

/** Runs work during which these contents are not swept. */
export async function whileArriving<Result>(hashes: string[], work: () => Promise<Result>): Promise<Result> {
  markArriving(hashes);
  try {
    return await work();
  } finally {
    unmarkArriving(hashes);
  }
}

function markArriving(hashes: string[]): void {
  for (const hash of hashes) arriving.set(hash, (arriving.get(hash) ?? 0) + 1);
}

function unmarkArriving(hashes: string[]): void {
  for (const hash of hashes) {
    const others = (arriving.get(hash) ?? 1) - 1;
    if (others === 0) arriving.delete(hash);
    else arriving.set(hash, others);
  }
}

type Receive = typeof receivePlanFile;

/**
 * Runs the work of a request that brings files: what it stores is not swept meanwhile, and what no row
 * names once it is over goes at once, so that no disk fills with files that nobody keeps.
 */
export async function whileReceiving<Result>(work: (receive: Receive) => Promise<Result>): Promise<Result> {
  const hashes: string[] = [];
  const receive: Receive = async (name, stream) => {
    const file = await receivePlanFile(name, stream);
    if (isRefused(file)) return file;
    hashes.push(file.contentHash);
    markArriving([file.contentHash]);
    return file;
  };
  try {
    return await work(receive);
  } finally {
    unmarkArriving(hashes);
    await removeUnnamed(hashes).catch((error) => logError(error, "the removal of files that nobody keeps"));
  }
}

/** Removes contents that no row names and that no other request brings. */
export async function removeUnnamed(hashes: string[]): Promise<void> {
  const named = await namedAmong(hashes);
  for (const hash of new Set(hashes)) {
    if (!named.has(hash) && !arriving.has(hash)) rmSync(contentPath(hash), { force: true });
  }
}

/** Which contents a permit or a form has. */
async function namedAmong(hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const [ofPermits, ofForms] = [planFiles.contentHash, stagedFiles.contentHash];
  const attached = await db.select({ hash: ofPermits }).from(planFiles).where(inArray(ofPermits, hashes));
  const staged = await db.select({ hash: ofForms }).from(stagedFiles).where(inArray(ofForms, hashes));
  return new Set([...attached, ...staged].map(({ hash }) => hash));
}

/** How many bytes of a content the disk has; none when it is not there. */
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
 * Ends the time of staged files, and removes plan files and pictures older than a day that no row names,
 * and what broke off on its way to the disk. Answers how many files went.
 */
export async function sweep(now = Date.now()): Promise<number> {
  await write((tx) => tx.delete(stagedFiles).where(lte(stagedFiles.until, new Date(now).toISOString())));
  const files = await removeOrphans(filesFolder, keptContents, now);
  return files + (await sweepPictures(now));
}

async function keptContents(names: string[]) {
  const named = await namedAmong(names);
  return (name: string) => named.has(name) || arriving.has(name);
}
