import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { readSignedToken, signToken } from "~/platform/secret.server";
import { fromNow, now } from "../clock.server";
import { type Actor, isApplicant } from "../policy";
import { Refusal } from "../refusal";
import { pick } from "../shown-fields";
import { stagedFiles, unfinishedUploads } from "../tables.server";
import { keepFiles, removeUnkept } from "./file-removal.server";
import { maxFilesAtOnce } from "./plan-file";
import type { NewPlanFile } from "./plan-file-store.server";

export type StagedFile = { token: string; fileName: string; byteSize: number };

/** Who has sent a file that no permit has yet: a user, or an applicant by a status link. */
export type FileOwner = { userId: number } | { linkId: number };

export const ownerOf = (sender: Actor): FileOwner =>
  isApplicant(sender) ? { linkId: sender.linkId } : { userId: sender.id };

export const isOwnedBy = (table: typeof stagedFiles | typeof unfinishedUploads, sender: Actor): SQL =>
  isApplicant(sender) ? eq(table.linkId, sender.linkId) : eq(table.userId, sender.id);

type TokenContent = NewPlanFile & { userId?: number; linkId?: number };

const isOwn = (file: TokenContent | undefined, sender: Actor): file is TokenContent =>
  file !== undefined && (isApplicant(sender) ? file.linkId === sender.linkId : file.userId === sender.id);

const lifetime = 24 * 60 * 60 * 1000;

/** Of one user, with those that have not arrived completely. */
export const maxStagedBytes = 2 * env.MAX_PERMIT_MB * 1024 * 1024;
const maxStagedFiles = 5 * maxFilesAtOnce;

/** A link can be in many hands, and sends one resubmittal. */
const quotaOf = (sender: Actor) =>
  isApplicant(sender)
    ? { files: 2 * maxFilesAtOnce, bytes: maxStagedBytes / 2 }
    : { files: maxStagedFiles, bytes: maxStagedBytes };

const newPlanFile = (file: NewPlanFile): NewPlanFile =>
  pick(file, "fileName", "kind", "byteSize", "sha256", "fileKey");

/** The files of the sender's own tokens. Whether they are still stored is seen when a permit gets them. */
export const newFilesOf = (sender: Actor, tokens: string[]): NewPlanFile[] =>
  [...new Set(tokens)]
    .map((token) => readSignedToken<TokenContent>("plan-file", token))
    .filter((file) => isOwn(file, sender))
    .map(newPlanFile);

/** Names no file, because a token of another user or secret cannot be read. */
export const problemsOfTokens = (sender: Actor, tokens: string[]): string[] =>
  newFilesOf(sender, tokens).length < new Set(tokens).size
    ? ["A file that was chosen earlier is no longer here. Choose it again."]
    : [];

const toStaged = (sender: Actor, file: NewPlanFile): StagedFile => ({
  token: signToken("plan-file", { ...newPlanFile(file), ...ownerOf(sender) } satisfies TokenContent),
  ...pick(file, "fileName", "byteSize"),
});

export const stagedFilesOf = (sender: Actor, tokens: string[]): StagedFile[] =>
  newFilesOf(sender, tokens).map((file) => toStaged(sender, file));

const isStagedBy = (sender: Actor, files: NewPlanFile[]) =>
  and(
    isOwnedBy(stagedFiles, sender),
    inArray(
      stagedFiles.fileKey,
      files.map(({ fileKey }) => fileKey),
    ),
  );

/** Keeps the files of `tokens` for another day and stages the `stored` ones, or none of these, with a refusal (413). */
export async function stageFiles(sender: Actor, tokens: string[], stored: NewPlanFile[]) {
  const sent = newFilesOf(sender, tokens);
  if (sent.length + stored.length === 0) return { files: [], refusal: null };
  return write(async (tx) => {
    const keepUntil = fromNow(lifetime);
    const renewed = await tx
      .update(stagedFiles)
      .set({ keepUntil })
      .where(isStagedBy(sender, sent))
      .returning({ fileKey: stagedFiles.fileKey });
    const keys = new Set(renewed.map(({ fileKey }) => fileKey));
    const earlier = sent.filter(({ fileKey }) => keys.has(fileKey));
    const refusal = await refusalOverQuota(
      tx,
      sender,
      stored.map(({ byteSize }) => byteSize),
    );
    if (refusal) return { files: earlier.map((file) => toStaged(sender, file)), refusal };
    for (const file of stored) await stageFile(tx, sender, file);
    return { files: [...earlier, ...stored].map((file) => toStaged(sender, file)), refusal: null };
  });
}

/** Takes a new file off the list of those to remove, and gives it a row. */
export async function stageFile(tx: Connection, sender: Actor, file: NewPlanFile): Promise<void> {
  const keepUntil = fromNow(lifetime);
  await tx.insert(stagedFiles).values({ ...newPlanFile(file), ...ownerOf(sender), keepUntil });
  await keepFiles(tx, [file.fileKey]);
}

/** The sender's staged file with this key, if there is one. */
export async function stagedByKey(
  sender: Actor,
  key: string,
  connection: Connection = db,
): Promise<StagedFile | undefined> {
  const isOwnFile = and(eq(stagedFiles.fileKey, key), isOwnedBy(stagedFiles, sender));
  const [file] = await connection.select().from(stagedFiles).where(isOwnFile);
  return file && toStaged(sender, file);
}

/** Returns a refusal, 413, if one user, or one link, would have too many files, or bytes of them, without a permit. */
export async function refusalOverQuota(connection: Connection, sender: Actor, added: number[]) {
  if (added.length === 0) return null;
  const sizes = await stagedSizes(connection, sender);
  const bytes = [...sizes, ...added].reduce((sum, size) => sum + size, 0);
  const quota = quotaOf(sender);
  if (sizes.length + added.length <= quota.files && bytes <= quota.bytes) return null;
  return new Refusal(
    413,
    "You have uploaded too many files that are not on a permit yet. Send the forms that are still open; other files are removed after a day.",
  );
}

async function stagedSizes(connection: Connection, sender: Actor): Promise<number[]> {
  const sizesIn = (table: typeof stagedFiles | typeof unfinishedUploads) =>
    connection
      .select({ byteSize: table.byteSize })
      .from(table)
      .where(and(isOwnedBy(table, sender), gt(table.keepUntil, now())));
  const rows = [...(await sizesIn(stagedFiles)), ...(await sizesIn(unfinishedUploads))];
  return rows.map(({ byteSize }) => byteSize);
}

/** Removes files that the sender does not want any more. */
export async function discard(sender: Actor, tokens: string[]): Promise<void> {
  const files = newFilesOf(sender, tokens);
  if (files.length === 0) return;
  const deleted = await write((tx) => tx.delete(stagedFiles).where(isStagedBy(sender, files)).returning());
  await removeUnkept(deleted.map(({ fileKey }) => fileKey));
}

/** Hands new files over to the rows that the write inserts. Returns those that are no longer stored. */
export async function takeFiles<File extends NewPlanFile>(tx: Connection, sender: Actor, files: File[]) {
  await tx.delete(stagedFiles).where(isStagedBy(sender, files));
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
