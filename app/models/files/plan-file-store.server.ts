import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { env } from "~/platform/env.server";
import { logError } from "~/platform/log.server";
import { cleanFileName } from "./file-name";
import { announceFiles, removeUnkept } from "./file-removal.server";
import { newFileKey, planFileStore } from "./file-store.server";
import type { ContentProblem, PlanFileKind, RefusedFile } from "./plan-file";
import { kindOf, signatureBytes } from "./plan-file-kind.server";
import { sha256Of } from "./sha256.server";

/** Synced to the disk. `sha256` has 64 hexadecimal digits. */
export type StoredFile = { fileKey: string; sha256: string; byteSize: number };
export type NewPlanFile = StoredFile & { fileName: string; kind: PlanFileKind };
export type ReceivedFile = NewPlanFile | RefusedFile;

export const isRefused = (file: ReceivedFile): file is RefusedFile => "reason" in file;

export const maxFileBytes = env.MAX_UPLOAD_MB * 1024 * 1024;

type Upload = Readable & { truncated?: boolean };

async function receivePlanFile(fileKey: string, name: string, stream: Upload): Promise<ReceivedFile> {
  const fileName = cleanFileName(name);
  const upload = measured(stream);
  await planFileStore.write(fileKey, upload.chunks);
  if (stream.truncated) return { fileName, reason: `The file is larger than ${env.MAX_UPLOAD_MB}MB` };
  const kind = kindOf(fileName, upload.start);
  if (typeof kind === "object") return { fileName, ...kind };
  return { fileKey, sha256: upload.hash.digest("hex"), byteSize: upload.byteSize, fileName, kind };
}

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

/** Stores bytes as a new file. Its row must take it within a day. */
export async function storeBytes(bytes: Buffer): Promise<StoredFile> {
  const fileKey = newFileKey();
  await announceFiles([fileKey]);
  return writeBytes(fileKey, bytes);
}

async function writeBytes(fileKey: string, bytes: Buffer): Promise<StoredFile> {
  await planFileStore.write(fileKey, [bytes]);
  return { fileKey, sha256: sha256Of(bytes), byteSize: bytes.length };
}

type Receive = (name: string, stream: Upload) => Promise<ReceivedFile>;

/** Files without a row are removed after `work`, so refused requests do not fill the disk. */
export async function withFileReceiver<Result>(work: (receive: Receive) => Promise<Result>): Promise<Result> {
  const keys: string[] = [];
  const receive: Receive = async (name, stream) => {
    const fileKey = newFileKey();
    keys.push(fileKey);
    try {
      await announceFiles([fileKey]);
      return await receivePlanFile(fileKey, name, stream);
    } finally {
      stream.resume();
    }
  };
  return work(receive).finally(() => endRequest(keys));
}

/** Stores each as a new file. Those without a row are removed after `work`. */
export async function withStoredBytes<Result>(
  contents: readonly Buffer[],
  work: (stored: StoredFile[]) => Promise<Result>,
): Promise<Result> {
  const files = contents.map((bytes) => ({ fileKey: newFileKey(), bytes }));
  const keys = files.map(({ fileKey }) => fileKey);
  await announceFiles(keys);
  try {
    const stored: StoredFile[] = [];
    for (const { fileKey, bytes } of files) stored.push(await writeBytes(fileKey, bytes));
    return await work(stored);
  } finally {
    await endRequest(keys);
  }
}

async function endRequest(keys: string[]): Promise<void> {
  await removeUnkept(keys).catch((error) => logError(error, "removing files without a row"));
}

export const sizeOfFile = (fileKey: string) => planFileStore.sizeOf(fileKey);

export const readStoredFile = (fileKey: string, range?: { start: number; end: number }) =>
  planFileStore.read(fileKey, range);

/** Reads all of a file and compares it with its row. */
export async function problemOfFile({
  fileKey,
  sha256,
  byteSize,
}: StoredFile): Promise<ContentProblem | undefined> {
  const size = await sizeOfFile(fileKey);
  if (size === undefined) return "missing";
  if (size !== byteSize) return "changed";
  const hash = createHash("sha256");
  try {
    for await (const chunk of readStoredFile(fileKey)) hash.update(chunk as Buffer);
  } catch {
    return "unreadable";
  }
  return hash.digest("hex") === sha256 ? undefined : "changed";
}
