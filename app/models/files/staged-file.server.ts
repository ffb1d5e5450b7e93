import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { readSignedToken, signToken } from "~/platform/secret.server";
import { fromNow, nextMoment, now } from "../clock.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { pick } from "../shown-fields";
import { stagedFiles } from "../tables.server";
import { removeAbandoned } from "./content-removal.server";
import { maxFilesAtOnce } from "./plan-file";
import { maxFileBytes, type StoredFile } from "./plan-file-store.server";
import { referTo } from "./stored-content.server";

export type StagedFile = { token: string; fileName: string; byteSize: number };

type TokenContent = StoredFile & {
  userId: number;
  until: string;
  /** When the same content expires in another form of the user. */
  earlier?: string;
};

// Less than the day after which the sweep removes files.
const lifetime = 20 * 60 * 60 * 1000;

/** Enough for two forms with the most and largest files. */
export const maxStagedBytes = 2 * maxFilesAtOnce * maxFileBytes;

// A small file takes more disk space than its size.
const minCountedBytes = 64 * 1024;

export const storedFilesOf = (viewer: Viewer, tokens: string[]): StoredFile[] =>
  readTokens(viewer, tokens).map((file) => pick(file, "fileName", "kind", "byteSize", "contentHash"));

export const stagedFilesOf = (viewer: Viewer, tokens: string[]): StagedFile[] =>
  tokens.flatMap((token) =>
    readTokens(viewer, [token]).map(({ fileName, byteSize }) => ({ token, fileName, byteSize })),
  );

function readTokens(viewer: Viewer, tokens: string[]): TokenContent[] {
  return [...new Set(tokens)]
    .map((token) => readSignedToken<TokenContent>("plan-file", token))
    .filter((file) => file !== undefined)
    .filter(({ userId, until }) => userId === viewer.id && until > now());
}

/** Renews the files of `tokens` and stages the `stored` ones, or none of these, with a refusal (413). */
export async function stageFiles(viewer: Viewer, tokens: string[], stored: StoredFile[]) {
  const earlier = readTokens(viewer, tokens);
  if (earlier.length + stored.length === 0) return { files: [], refusal: null };
  return write(async (tx) => {
    const files: StagedFile[] = [];
    for (const file of earlier) files.push(await stageFile(tx, viewer, file, file));
    const bytes = (await stagedBytes(tx, viewer)) + (await addedBytes(tx, viewer, stored));
    if (bytes > maxStagedBytes) return { files, refusal: overQuota() };
    await referTo(tx, stored);
    for (const file of stored) files.push(await stageFile(tx, viewer, file));
    return { files, refusal: null };
  });
}

export async function refuseOverQuota(viewer: Viewer, byteSize: number): Promise<void> {
  if ((await stagedBytes(db, viewer)) + Math.max(byteSize, minCountedBytes) > maxStagedBytes)
    throw overQuota();
}

const overQuota = () =>
  new Refusal(
    413,
    "You have uploaded too many files that are not on a permit yet. Submit or discard those forms first.",
  );

const stagedBy = (viewer: Viewer, ...conditions: SQL[]) =>
  and(eq(stagedFiles.userId, viewer.id), gt(stagedFiles.until, now()), ...conditions);

async function stagedBytes(connection: Connection, viewer: Viewer): Promise<number> {
  const size = stagedFiles.byteSize;
  const countedSize = sql`case when ${size} < ${minCountedBytes} then ${minCountedBytes} else ${size} end`;
  const [row] = await connection
    .select({ bytes: sql<number>`coalesce(sum(${countedSize}), 0)` })
    .from(stagedFiles)
    .where(stagedBy(viewer));
  return row?.bytes ?? 0;
}

async function addedBytes(tx: Connection, viewer: Viewer, files: StoredFile[]): Promise<number> {
  const sizes = new Map(files.map(({ contentHash, byteSize }) => [contentHash, byteSize]));
  const alreadyStaged = await tx
    .select({ contentHash: stagedFiles.contentHash })
    .from(stagedFiles)
    .where(stagedBy(viewer, inArray(stagedFiles.contentHash, [...sizes.keys()])));
  for (const { contentHash } of alreadyStaged) sizes.delete(contentHash);
  return [...sizes.values()].reduce((sum, byteSize) => sum + Math.max(byteSize, minCountedBytes), 0);
}

async function stageFile(
  tx: Connection,
  viewer: Viewer,
  { fileName, kind, byteSize, contentHash }: StoredFile,
  replaced?: TokenContent,
): Promise<StagedFile> {
  const userId = viewer.id;
  const [row] = await tx
    .select({ until: stagedFiles.until })
    .from(stagedFiles)
    .where(stagedBy(viewer, eq(stagedFiles.contentHash, contentHash)));
  // Each token has its own expiry; the row has that of the latest.
  const until = nextMoment(row?.until ?? "", fromNow(lifetime));
  await tx
    .insert(stagedFiles)
    .values({ userId, contentHash, byteSize, until })
    .onConflictDoUpdate({ target: [stagedFiles.userId, stagedFiles.contentHash], set: { until } });
  const earlier = row?.until === replaced?.until ? replaced?.earlier : row?.until;
  const content: TokenContent = { fileName, kind, byteSize, contentHash, userId, until, earlier };
  return { token: signToken("plan-file", content), fileName, byteSize };
}

export async function discard(viewer: Viewer, tokens: string[]): Promise<void> {
  const files = readTokens(viewer, tokens);
  if (files.length === 0) return;
  const discarded = await write(async (tx) => {
    const deleted: { contentHash: string }[] = [];
    for (const { contentHash, until, earlier } of files) {
      // If the row expires at another time, a later form has the same file.
      const latest = stagedBy(viewer, eq(stagedFiles.contentHash, contentHash), eq(stagedFiles.until, until));
      if (earlier && earlier > now()) await tx.update(stagedFiles).set({ until: earlier }).where(latest);
      else deleted.push(...(await tx.delete(stagedFiles).where(latest).returning()));
    }
    return deleted;
  });
  await removeAbandoned(discarded.map(({ contentHash }) => contentHash));
}

export async function removeStaged(tx: Connection, viewer: Viewer, files: StoredFile[]): Promise<void> {
  const hashes = files.map(({ contentHash }) => contentHash);
  await tx
    .delete(stagedFiles)
    .where(and(eq(stagedFiles.userId, viewer.id), inArray(stagedFiles.contentHash, hashes)));
}
