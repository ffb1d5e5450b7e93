import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { readSignedToken, signToken } from "~/platform/secret.server";
import { fromNow, now } from "../clock.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { pick } from "../shown-fields";
import { stagedFiles, unfinishedUploads } from "../tables.server";
import { keepFiles, removeUnkept } from "./file-removal.server";
import { maxFilesAtOnce } from "./plan-file";
import type { NewPlanFile } from "./plan-file-store.server";

export type StagedFile = { token: string; fileName: string; byteSize: number };

type TokenContent = NewPlanFile & { userId: number };

const lifetime = 24 * 60 * 60 * 1000;

/** Of one user, with those that have not arrived completely. */
export const maxStagedBytes = 2 * env.MAX_PERMIT_MB * 1024 * 1024;
const maxStagedFiles = 5 * maxFilesAtOnce;

const newPlanFile = (file: NewPlanFile): NewPlanFile =>
  pick(file, "fileName", "kind", "byteSize", "sha256", "fileKey");

/** The files of the viewer's own tokens. Whether they are still stored is seen when a permit gets them. */
export const newFilesOf = (viewer: Viewer, tokens: string[]): NewPlanFile[] =>
  [...new Set(tokens)]
    .map((token) => readSignedToken<TokenContent>("plan-file", token))
    .filter((file): file is TokenContent => file?.userId === viewer.id)
    .map(newPlanFile);

/** Names no file, because a token of another user or secret cannot be read. */
export const problemsOfTokens = (viewer: Viewer, tokens: string[]): string[] =>
  newFilesOf(viewer, tokens).length < new Set(tokens).size
    ? ["A file that was chosen earlier is no longer here. Choose it again."]
    : [];

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
    const refusal = await refusalOverQuota(
      tx,
      viewer,
      stored.map(({ byteSize }) => byteSize),
    );
    if (refusal) return { files: earlier.map((file) => toStaged(viewer, file)), refusal };
    for (const file of stored) await stageFile(tx, viewer, file);
    return { files: [...earlier, ...stored].map((file) => toStaged(viewer, file)), refusal: null };
  });
}

/** Takes a new file off the list of those to remove, and gives it a row. */
export async function stageFile(tx: Connection, viewer: Viewer, file: NewPlanFile): Promise<void> {
  const keepUntil = fromNow(lifetime);
  await tx.insert(stagedFiles).values({ ...newPlanFile(file), userId: viewer.id, keepUntil });
  await keepFiles(tx, [file.fileKey]);
}

/** The viewer's staged file with this key, if there is one. */
export async function stagedByKey(
  viewer: Viewer,
  key: string,
  connection: Connection = db,
): Promise<StagedFile | undefined> {
  const isOwn = and(eq(stagedFiles.fileKey, key), eq(stagedFiles.userId, viewer.id));
  const [file] = await connection.select().from(stagedFiles).where(isOwn);
  return file && toStaged(viewer, file);
}

/** Returns a refusal, 413, if one user would have too many files, or bytes of them, without a permit. */
export async function refusalOverQuota(connection: Connection, viewer: Viewer, added: number[]) {
  if (added.length === 0) return null;
  const sizes = await stagedSizes(connection, viewer);
  const bytes = [...sizes, ...added].reduce((sum, size) => sum + size, 0);
  if (sizes.length + added.length <= maxStagedFiles && bytes <= maxStagedBytes) return null;
  return new Refusal(
    413,
    "You have uploaded too many files that are not on a permit yet. Send the forms that are still open; other files are removed after a day.",
  );
}

async function stagedSizes(connection: Connection, viewer: Viewer): Promise<number[]> {
  const sizesIn = (table: typeof stagedFiles | typeof unfinishedUploads) =>
    connection
      .select({ byteSize: table.byteSize })
      .from(table)
      .where(and(eq(table.userId, viewer.id), gt(table.keepUntil, now())));
  const rows = [...(await sizesIn(stagedFiles)), ...(await sizesIn(unfinishedUploads))];
  return rows.map(({ byteSize }) => byteSize);
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
