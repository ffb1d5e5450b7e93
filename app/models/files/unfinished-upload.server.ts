import { createHash } from "node:crypto";
import { addAbortSignal, type Readable } from "node:stream";
import { and, asc, desc, eq, gt, lte } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { refusalOfUpload } from "~/platform/disk.server";
import { env } from "~/platform/env.server";
import { logError } from "~/platform/log.server";
import { fromNow, now } from "../clock.server";
import type { Actor } from "../policy";
import { foundRow, Refusal } from "../refusal";
import { unfinishedUploads } from "../tables.server";
import { cleanFileName } from "./file-name";
import { announceFiles, removeUnkept } from "./file-removal.server";
import { newFileKey, planFileStore } from "./file-store.server";
import { partBytes } from "./plan-file";
import { kindOf, signatureBytes } from "./plan-file-kind.server";
import { maxFileBytes } from "./plan-file-store.server";
import {
  discard,
  isOwnedBy,
  ownerOf,
  refusalOverQuota,
  type StagedFile,
  stagedByKey,
  stageFile,
} from "./staged-file.server";
import { unknownAmong } from "./unknown-files.server";

/** How much of a file is on the disk. `offset` and `byteSize` are in bytes, and each part's hash is its SHA-256 in hexadecimal digits. */
export type UploadState = { key: string; offset: number; partHashes: string[] };

/** A complete file, or why it is refused. */
export type UploadResult = { kept: StagedFile[]; refused: { fileName: string; reason: string }[] };

type Upload = typeof unfinishedUploads.$inferSelect;

const keptFor = 24 * 60 * 60 * 1000;
const maxUnfinished = 4;

/** After such a time without a part, an upload gives way to another one. */
const restMinutes = 3;

const isOwn = (sender: Actor) =>
  and(isOwnedBy(unfinishedUploads, sender), gt(unfinishedUploads.keepUntil, now()));

const stateOf = ({ fileKey, receivedBytes, partHashes }: Upload): UploadState => ({
  key: fileKey,
  offset: receivedBytes,
  partHashes,
});

type NewUpload = { fileName: string; byteSize: number; isNew: boolean };

/**
 * Begins an upload, or goes on with the sender's unfinished one of this name and size unless `isNew`. Returns a refused
 * file for a size that is never taken, and throws 413 for too many files that arrive at once or bytes, and 507 without space.
 */
export async function beginUpload(
  sender: Actor,
  { fileName: name, byteSize, isNew }: NewUpload,
): Promise<UploadState | UploadResult> {
  const fileName = cleanFileName(name);
  if (byteSize > maxFileBytes)
    return { kept: [], refused: [{ fileName, reason: `The file is larger than ${env.MAX_UPLOAD_MB}MB` }] };
  const sameFile = and(
    isOwn(sender),
    eq(unfinishedUploads.fileName, fileName),
    eq(unfinishedUploads.byteSize, byteSize),
  );
  const [earlier] = isNew
    ? []
    : await db.select().from(unfinishedUploads).where(sameFile).orderBy(desc(unfinishedUploads.keepUntil));
  if (earlier) return stateOf(earlier);
  const lack = await refusalOfUpload(byteSize);
  if (lack) throw lack;
  return write(async (tx) => {
    await makeRoom(tx, sender);
    const overQuota = await refusalOverQuota(tx, sender, [byteSize]);
    if (overQuota) throw overQuota;
    const keepUntil = fromNow(keptFor);
    const row = { fileKey: newFileKey(), ...ownerOf(sender), fileName, byteSize, partHashes: [], keepUntil };
    return stateOf(foundRow(await tx.insert(unfinishedUploads).values(row).returning(), "Upload"));
  });
}

/** The one that has rested longest gives way to a new one. */
async function makeRoom(tx: Connection, sender: Actor): Promise<void> {
  const unfinished = await tx
    .select()
    .from(unfinishedUploads)
    .where(isOwn(sender))
    .orderBy(asc(unfinishedUploads.keepUntil));
  const [oldest] = unfinished;
  if (!oldest || unfinished.length < maxUnfinished) return;
  if (oldest.keepUntil > fromNow(keptFor - restMinutes * 60 * 1000)) {
    throw new Refusal(
      413,
      `${maxUnfinished} of your files are arriving already, or stopped a moment ago. Try again in ${restMinutes} minutes.`,
    );
  }
  await tx.delete(unfinishedUploads).where(eq(unfinishedUploads.fileKey, oldest.fileKey));
}

async function readOwn(sender: Actor, key: string): Promise<Upload> {
  const rows = await db
    .select()
    .from(unfinishedUploads)
    .where(and(eq(unfinishedUploads.fileKey, key), isOwn(sender)));
  return foundRow(rows, "Upload");
}

/** Returns how much has arrived, or the result if all has. 404 for another user's upload, or after a day without a part. */
export async function readUpload(sender: Actor, key: string): Promise<UploadState | UploadResult> {
  const staged = await stagedByKey(sender, key);
  return staged ? { kept: [staged], refused: [] } : stateOf(await readOwn(sender, key));
}

export type Part = {
  /** Where it begins, in bytes. */
  offset: number;
  /** In hexadecimal digits, if the sender knows it. */
  sha256?: string;
  stream: Readable;
};

type Turn = { lastByteAt: number; stopping: AbortController; ended: Promise<void> };

/** The uploads that get a part on this server. */
const turns = new Map<string, Turn>();

/** After such a time without a byte, in milliseconds, a line counts as broken. */
const brokenAfter = 10_000;

/**
 * Writes the next part, of 8 MB but for the last, to the disk. Returns the new state, or the result after the last part.
 * Refuses another offset with 409, a part of another size with 413 or 400, and one that does not have its hash with 400.
 */
export async function receivePart(
  sender: Actor,
  key: string,
  part: Part,
): Promise<UploadState | UploadResult> {
  // Another user can neither take nor end the turn.
  await readUpload(sender, key);
  for (let other = turns.get(key); other; other = turns.get(key)) await endBrokenTurn(sender, key, other);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const turn: Turn = { lastByteAt: Date.now(), stopping: new AbortController(), ended };
  turns.set(key, turn);
  try {
    return await receiveNext(sender, key, part, turn);
  } catch (error) {
    await removeForgotten(key).catch((reason: unknown) => logError(reason, "removing a discarded upload"));
    throw error;
  } finally {
    turns.delete(key);
    end();
  }
}

/** A part that was arriving while its upload was discarded can have made the file anew. */
async function removeForgotten(key: string): Promise<void> {
  const unknown = await unknownAmong([key]);
  if (unknown.length === 0) return;
  await announceFiles(unknown);
  await removeUnkept(unknown);
}

async function endBrokenTurn(
  sender: Actor,
  key: string,
  { lastByteAt, stopping, ended }: Turn,
): Promise<void> {
  if (Date.now() - lastByteAt < brokenAfter) {
    const { receivedBytes } = await readOwn(sender, key);
    throw atOffset(receivedBytes, "This file is being sent by another window");
  }
  stopping.abort();
  await ended;
}

const atOffset = (offset: number, message: string): Refusal => {
  const refusal = new Refusal(409, message);
  refusal.headers.set("Upload-Offset", String(offset));
  return refusal;
};

const nextPart = (offset: number) => atOffset(offset, `The next part begins at byte ${offset}`);

async function receiveNext(
  sender: Actor,
  key: string,
  { offset, sha256, stream }: Part,
  turn: Turn,
): Promise<UploadState | UploadResult> {
  const staged = await stagedByKey(sender, key);
  if (staged) return { kept: [staged], refused: [] };
  const upload = await readOwn(sender, key);
  if (offset !== upload.receivedBytes) throw nextPart(upload.receivedBytes);
  const expected = Math.min(partBytes, upload.byteSize - offset);
  if (expected === 0) return finish(sender, upload);
  const lack = await refusalOfUpload(expected);
  if (lack) throw lack;
  const hash = createHash("sha256");
  let received = 0;
  let start = Buffer.alloc(0);
  let isBroken = false;
  async function* measured() {
    try {
      for await (const chunk of addAbortSignal(turn.stopping.signal, stream) as AsyncIterable<Buffer>) {
        received += chunk.length;
        if (received > expected) throw new Refusal(413, `The part is larger than ${expected} bytes`);
        turn.lastByteAt = Date.now();
        hash.update(chunk);
        if (start.length < signatureBytes) start = Buffer.concat([start, chunk]).subarray(0, signatureBytes);
        yield chunk;
      }
    } catch (error) {
      isBroken = !(error instanceof Refusal);
      throw error;
    }
  }
  await planFileStore.writeAt(key, offset, measured()).catch((error: unknown) => {
    throw isBroken ? incomplete() : error;
  });
  if (received < expected) throw incomplete();
  const partHash = hash.digest("hex");
  if (sha256 !== undefined && sha256 !== partHash)
    throw new Refusal(400, "The part arrived with other bytes than were sent");
  // A file of another kind is not sent to its end.
  const kind = offset === 0 ? kindOf(upload.fileName, start) : undefined;
  if (typeof kind === "object") return refuse(upload, kind.reason);
  const stored = await write(async (tx) => {
    const [row] = await tx
      .update(unfinishedUploads)
      .set({
        receivedBytes: offset + received,
        partHashes: [...upload.partHashes, partHash],
        keepUntil: fromNow(keptFor),
      })
      .where(and(eq(unfinishedUploads.fileKey, key), eq(unfinishedUploads.receivedBytes, offset)))
      .returning();
    return row;
  });
  if (!stored) throw nextPart((await readOwn(sender, key)).receivedBytes);
  return stored.receivedBytes === stored.byteSize ? finish(sender, stored) : stateOf(stored);
}

const incomplete = () => new Refusal(400, "The part arrived incomplete");

/** Compares the file on the disk with the hashes of its parts before it becomes a staged file. */
async function finish(sender: Actor, upload: Upload): Promise<UploadResult> {
  const { fileKey, fileName, byteSize, partHashes } = upload;
  const { sha256, start, damagedPart } = await readWhole(fileKey, partHashes);
  if (damagedPart !== undefined) {
    const offset = damagedPart * partBytes;
    const goodParts = { partHashes: partHashes.slice(0, damagedPart), receivedBytes: offset };
    await write((tx) =>
      tx.update(unfinishedUploads).set(goodParts).where(eq(unfinishedUploads.fileKey, fileKey)),
    );
    throw nextPart(offset);
  }
  const kind = kindOf(fileName, start);
  if (typeof kind === "object") return refuse(upload, kind.reason);
  const file = { fileKey, fileName, kind, byteSize, sha256 };
  const staged = await write(async (tx) => {
    const ended = await tx
      .delete(unfinishedUploads)
      .where(eq(unfinishedUploads.fileKey, fileKey))
      .returning({ fileKey: unfinishedUploads.fileKey });
    if (ended.length > 0) await stageFile(tx, sender, file);
    return stagedByKey(sender, fileKey, tx);
  });
  return { kept: [staged].filter((kept) => kept !== undefined), refused: [] };
}

async function refuse({ fileKey, fileName }: Upload, reason: string): Promise<UploadResult> {
  await forget(fileKey);
  return { kept: [], refused: [{ fileName, reason }] };
}

async function readWhole(fileKey: string, partHashes: string[]) {
  const whole = createHash("sha256");
  const starts: Buffer[] = [];
  let damagedPart: number | undefined;
  for (const [index, expected] of partHashes.entries()) {
    const start = index * partBytes;
    const hash = createHash("sha256");
    for await (const chunk of planFileStore.read(fileKey, { start, end: start + partBytes - 1 })) {
      hash.update(chunk as Buffer);
      whole.update(chunk as Buffer);
      if (index === 0) starts.push(chunk as Buffer);
    }
    if (hash.digest("hex") !== expected) damagedPart ??= index;
  }
  const start = Buffer.concat(starts).subarray(0, signatureBytes);
  return { sha256: whole.digest("hex"), start, damagedPart };
}

/** Ends an upload that its sender does not want any more, also if it is complete. */
export async function discardUpload(sender: Actor, key: string): Promise<void> {
  const isThis = and(eq(unfinishedUploads.fileKey, key), isOwn(sender));
  const [upload] = await db.select().from(unfinishedUploads).where(isThis);
  if (upload) {
    const turn = turns.get(key);
    turn?.stopping.abort();
    await turn?.ended;
    await forget(key);
  }
  const staged = await stagedByKey(sender, key);
  if (staged) await discard(sender, [staged.token]);
}

async function forget(key: string): Promise<void> {
  const isThis = eq(unfinishedUploads.fileKey, key);
  const forgotten = await write((tx) => tx.delete(unfinishedUploads).where(isThis).returning());
  await removeUnkept(forgotten.map(({ fileKey }) => fileKey));
}

/** Deletes the rows of uploads that got no part for a day; `removeFiles` removes their files. */
export const deleteExpiredUploads = (): Promise<void> =>
  write(async (tx) => {
    await tx.delete(unfinishedUploads).where(lte(unfinishedUploads.keepUntil, now()));
  });
