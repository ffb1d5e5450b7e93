import { createHash, type Hash } from "node:crypto";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { env } from "~/platform/env.server";
import { logError } from "~/platform/log.server";
import { cleanLine } from "../clean-text";
import { removeAbandoned } from "./content-removal.server";
import { type Incoming, planFileStore } from "./file-store.server";
import { type ContentProblem, type PlanFileKind, planFileKinds } from "./plan-file";
import { newClaimId, recordStoring } from "./stored-content.server";

export type StoredContent = {
  contentHash: string;
  byteSize: number;
  storedBy?: string;
};
export type StoredFile = StoredContent & { fileName: string; kind: PlanFileKind };
export type RefusedFile = { fileName: string; reason: string };
export type ReceivedFile = StoredFile | RefusedFile;

export const isRefused = (file: ReceivedFile): file is RefusedFile => "reason" in file;

export const maxFileBytes = env.MAX_UPLOAD_MB * 1024 * 1024;

const signatureBytes = 1024;

export const pathInData = (contentHash: string): string =>
  join("files", contentHash.slice(0, 2), contentHash.slice(2, 4), contentHash);

export const contentPath = (contentHash: string): string => join(env.DATA_DIR, pathInData(contentHash));

export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const text = cleanLine(last);
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

export function kindOf(fileName: string, start: Buffer): PlanFileKind | { reason: string } {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  if (!Object.hasOwn(planFileKinds, extension)) return { reason: "Only PDF, DWG and DXF files are accepted" };
  const kind = extension as PlanFileKind;
  if (start.length === 0) return { reason: "The file is empty" };
  if (!signatures[kind](start))
    return { reason: `This is not a ${planFileKinds[kind].label} file, despite its name` };
  return kind;
}

type Upload = Readable & { truncated?: boolean };

/** Stores a file under its hash, synced. No other server removes it until `request` ends; then it needs a row. */
export async function receivePlanFile(name: string, stream: Upload, request?: string): Promise<ReceivedFile> {
  const fileName = cleanFileName(name);
  const upload = measured(stream);
  const incoming = await planFileStore.receive(upload.chunks).finally(() => stream.resume());
  try {
    if (stream.truncated) return { fileName, reason: `The file is larger than ${env.MAX_UPLOAD_MB}MB` };
    const kind = kindOf(fileName, upload.start);
    if (typeof kind === "object") return { fileName, ...kind };
    return { ...(await storeIncoming(incoming, upload, request)), fileName, kind };
  } finally {
    await incoming.drop();
  }
}

export async function storeBytes(bytes: Buffer, request?: string): Promise<StoredContent> {
  const incoming = await planFileStore.receive([bytes]);
  const hash = createHash("sha256").update(bytes);
  try {
    return await storeIncoming(incoming, { hash, byteSize: bytes.length }, request);
  } finally {
    await incoming.drop();
  }
}

type Measured = { hash: Hash; byteSize: number };

function measured(stream: Readable) {
  const upload = { hash: createHash("sha256"), byteSize: 0, start: Buffer.alloc(0), chunks: chunks() };
  async function* chunks() {
    // The stream stays open when the disk fails: the rest of the form is read.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      upload.hash.update(chunk);
      upload.byteSize += chunk.length;
      if (upload.start.length < signatureBytes)
        upload.start = Buffer.concat([upload.start, chunk]).subarray(0, signatureBytes);
      yield chunk;
    }
  }
  return upload;
}

async function storeIncoming(incoming: Incoming, { hash, byteSize }: Measured, request?: string) {
  const contentHash = hash.digest("hex");
  await recordStoring(contentHash, byteSize, request);
  await incoming.storeAs(contentHash);
  return { contentHash, byteSize, storedBy: request };
}

type Receive = (name: string, stream: Upload) => Promise<ReceivedFile>;

/** Files without a row are removed after `work`, so refused requests do not fill the disk. */
export async function withFileReceiver<Result>(work: (receive: Receive) => Promise<Result>): Promise<Result> {
  const request = newClaimId();
  const hashes: string[] = [];
  const receive: Receive = async (name, stream) => {
    const file = await receivePlanFile(name, stream, request);
    if (!isRefused(file)) hashes.push(file.contentHash);
    return file;
  };
  return work(receive).finally(() => endRequest(hashes, request));
}

export async function withStoredBytes<Result>(
  bytes: Buffer,
  work: (stored: StoredContent) => Promise<Result>,
): Promise<Result> {
  const request = newClaimId();
  const stored = await storeBytes(bytes, request);
  return work(stored).finally(() => endRequest([stored.contentHash], request));
}

async function endRequest(hashes: string[], request: string): Promise<void> {
  await removeAbandoned(hashes, request).catch((error) => logError(error, "removing files without a row"));
}

export const sizeOfContent = (contentHash: string) => planFileStore.sizeOf(contentHash);

export const hasContent = async (contentHash: string) => (await sizeOfContent(contentHash)) !== undefined;

export const readContent = (contentHash: string, range?: { start: number; end: number }) =>
  planFileStore.read(contentHash, range);

export async function problemOfContent(stored: StoredContent): Promise<ContentProblem | undefined> {
  const { contentHash, byteSize } = stored;
  const size = await sizeOfContent(contentHash);
  if (size === undefined) return "missing";
  if (size !== byteSize) return "changed";
  const hash = createHash("sha256");
  try {
    for await (const chunk of readContent(contentHash)) hash.update(chunk as Buffer);
  } catch {
    return "unreadable";
  }
  return hash.digest("hex") === contentHash ? undefined : "changed";
}
