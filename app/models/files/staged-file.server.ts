import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { readSignedToken, signToken } from "~/platform/secret.server";
import { fromNow, now } from "../clock.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { pick } from "../shown-fields";
import { stagedFiles } from "../tables.server";
import { keepFiles, removeUnkept } from "./file-removal.server";
import { maxFilesAtOnce } from "./plan-file";
import { maxFileBytes, type NewPlanFile } from "./plan-file-store.server";

export type StagedFile = { token: string; fileName: string; byteSize: number };

type TokenContent = NewPlanFile & { userId: number };

const lifetime = 24 * 60 * 60 * 1000;

/** Enough for two forms with the most and largest files. */
export const maxStagedBytes = 2 * maxFilesAtOnce * maxFileBytes;

// A small file takes more disk space than its size.
const minCountedBytes = 64 * 1024;

const countedSize = (byteSize: number): number => Math.max(byteSize, minCountedBytes);

const newPlanFile = (file: NewPlanFile): NewPlanFile =>
  pick(file, "fileName", "kind", "byteSize", "sha256", "fileKey");

/** The files of the viewer's own tokens. Whether they are still stored is seen when a permit gets them. */
export const newFilesOf = (viewer: Viewer, tokens: string[]): NewPlanFile[] =>
  [...new Set(tokens)]
    .map((token) => readSignedToken<TokenContent>("plan-file", token))
    .filter((file): file is TokenContent => file?.userId === viewer.id)
    .map(newPlanFile);

const toStaged = (viewer: Viewer, file: NewPlanFile): StagedFile => ({
  token: signToken("plan-file", { ...newPlanFile(file), userId: viewer.id } satisfies TokenContent),
  ...pick(file, "fileName", "byteSize"),
});

export const stagedFilesOf = (viewer: Viewer, tokens: string[]): StagedFile[] =>
  newFilesOf(viewer, tokens).map((file) => toStaged(viewer, file));

const isStagedBy = (viewer: Viewer, files: NewPlanFile[]) =>
  and(
    eq(stagedFiles.userId, viewer.id),
    inArray(
      stagedFiles.fileKey,
      files.map(({ fileKey }) => fileKey),
    ),
  );

/** Keeps the files of `tokens` for another day and stages the `stored` ones, or none of these, with a refusal (413). */
export async function stageFiles(viewer: Viewer, tokens: string[], stored: NewPlanFile[]) {
  const sent = newFilesOf(viewer, tokens);
  if (sent.length + stored.length === 0) return { files: [], refusal: null };
  return write(async (tx) => {
    const keepUntil = fromNow(lifetime);
    const renewed = await tx
      .update(stagedFiles)
      .set({ keepUntil })
      .where(isStagedBy(viewer, sent))
      .returning({ fileKey: stagedFiles.fileKey });
    const keys = new Set(renewed.map(({ fileKey }) => fileKey));
    const earlier = sent.filter(({ fileKey }) => keys.has(fileKey));
    const bytes = stored.reduce((sum, { byteSize }) => sum + countedSize(byteSize), 0);
    if (bytes > 0 && (await stagedBytes(tx, viewer)) + bytes > maxStagedBytes)
      return { files: earlier.map((file) => toStaged(viewer, file)), refusal: overQuota() };
    const rows = stored.map((file) => ({
      ...{ userId: viewer.id, keepUntil },
      ...pick(file, "fileKey", "byteSize", "sha256"),
    }));
    if (rows.length > 0) await tx.insert(stagedFiles).values(rows);
    await keepFiles(
      tx,
      stored.map(({ fileKey }) => fileKey),
    );
    return { files: [...earlier, ...stored].map((file) => toStaged(viewer, file)), refusal: null };
  });
}

export async function refuseOverQuota(viewer: Viewer, byteSize: number): Promise<void> {
  if ((await stagedBytes(db, viewer)) + countedSize(byteSize) > maxStagedBytes) throw overQuota();
}

const overQuota = () =>
  new Refusal(
    413,
    "You have uploaded too many files that are not on a permit yet. Submit or discard those forms first.",
  );

async function stagedBytes(connection: Connection, viewer: Viewer): Promise<number> {
  const size = stagedFiles.byteSize;
  const counted = sql`case when ${size} < ${minCountedBytes} then ${minCountedBytes} else ${size} end`;
  const [row] = await connection
    .select({ bytes: sql<number>`coalesce(sum(${counted}), 0)` })
    .from(stagedFiles)
    .where(and(eq(stagedFiles.userId, viewer.id), gt(stagedFiles.keepUntil, now())));
  return Number(row?.bytes ?? 0);
}

/** Removes files that the viewer does not want any more. */
export async function discard(viewer: Viewer, tokens: string[]): Promise<void> {
  const files = newFilesOf(viewer, tokens);
  if (files.length === 0) return;
  const deleted = await write((tx) => tx.delete(stagedFiles).where(isStagedBy(viewer, files)).returning());
  await removeUnkept(deleted.map(({ fileKey }) => fileKey));
}

/** Hands new files over to the rows that the write inserts. Returns those that are no longer stored. */
export async function takeFiles<File extends NewPlanFile>(tx: Connection, viewer: Viewer, files: File[]) {
  await tx.delete(stagedFiles).where(isStagedBy(viewer, files));
  const gone = new Set(
    await keepFiles(
      tx,
      files.map(({ fileKey }) => fileKey),
    ),
  );
  return files.filter(({ fileKey }) => gone.has(fileKey));
}

/** Deletes the rows of files that no form has sent; `removeFiles` removes the files. */
export const deleteExpiredStagedFiles = (): Promise<void> =>
  write(async (tx) => {
    await tx.delete(stagedFiles).where(sql`${stagedFiles.keepUntil} <= ${now()}`);
  });
