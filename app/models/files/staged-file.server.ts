import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { fromNow, nextMoment, now } from "../clock.server";
import { type Connection, db, write } from "../db.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { seal, unseal } from "../secret.server";
import { stagedFiles } from "../tables.server";
import { maximumFilesAtOnce } from "./plan-file";
import { largestFile, removeUnnamed, type StoredFile } from "./plan-file-store.server";

/** A file that was sent ahead of its form, or kept while a refused form is put right. */
export type StagedFile = { token: string; fileName: string; byteSize: number };

type Sealed = StoredFile & {
  userId: number;
  until: string;
  /** Until when another form of the same person holds the same content. */
  earlier?: string;
};

// Shorter than the day after which a content without a row is swept.
const lifetime = 20 * 60 * 60 * 1000;

/** Bytes that a person may have sent ahead of all forms together: two forms filled to their limits. */
export const mostStaged = 2 * maximumFilesAtOnce * largestFile;

// A small file takes more of a disk than its bytes.
const leastCounted = 64 * 1024;

/** The stored files behind tokens; those that are altered, somebody else's or too old are passed over. */
export function unstage(viewer: Viewer, tokens: string[]): StoredFile[] {
  return opened(viewer, tokens).map(({ fileName, kind, byteSize, contentHash }) => ({
    fileName,
    kind,
    byteSize,
    contentHash,
  }));
}

/** The same as the form names them, with the tokens that it has. */
export const stillStaged = (viewer: Viewer, tokens: string[]): StagedFile[] =>
  tokens.flatMap((token) =>
    opened(viewer, [token]).map(({ fileName, byteSize }) => ({ token, fileName, byteSize })),
  );

function opened(viewer: Viewer, tokens: string[]): Sealed[] {
  return [...new Set(tokens)]
    .map((token) => unseal<Sealed>("plan-file", token))
    .filter((file) => file !== undefined)
    .filter(({ userId, until }) => userId === viewer.id && until > now());
}

/**
 * Keeps the files of a form for 20 hours: those behind its tokens anew, then those that have just been
 * stored, each with the token that the form carries. Where the latter are more than the viewer may have
 * sent ahead, none of them is kept, and the refusal (413) comes with the others.
 */
export async function stage(
  viewer: Viewer,
  tokens: string[],
  stored: StoredFile[],
): Promise<{ kept: StagedFile[]; refusal: Refusal | null }> {
  const earlier = opened(viewer, tokens);
  if (earlier.length + stored.length === 0) return { kept: [], refusal: null };
  return write(async (tx) => {
    const kept: StagedFile[] = [];
    for (const file of earlier) kept.push(await keep(tx, viewer, file, file));
    const isTooMuch = (await bytesHeld(tx, viewer)) + (await bytesAdded(tx, viewer, stored)) > mostStaged;
    if (isTooMuch) return { kept, refusal: tooMuch() };
    for (const file of stored) kept.push(await keep(tx, viewer, file));
    return { kept, refusal: null };
  });
}

/** Refuses a file (413) before it is read: `byteSize` is the least that it can be. */
export async function refuseOverQuota(viewer: Viewer, byteSize: number): Promise<void> {
  if ((await bytesHeld(db, viewer)) + Math.max(byteSize, leastCounted) > mostStaged) throw tooMuch();
}

const tooMuch = () =>
  new Refusal(
    413,
    "You have sent many files that belong to no permit yet. Send or discard those forms first.",
  );

const heldBy = (viewer: Viewer, ...conditions: SQL[]) =>
  and(eq(stagedFiles.userId, viewer.id), gt(stagedFiles.until, now()), ...conditions);

async function bytesHeld(connection: Connection, viewer: Viewer): Promise<number> {
  const size = stagedFiles.byteSize;
  const counted = sql`case when ${size} < ${leastCounted} then ${leastCounted} else ${size} end`;
  const [row] = await connection
    .select({ bytes: sql<number>`coalesce(sum(${counted}), 0)` })
    .from(stagedFiles)
    .where(heldBy(viewer));
  return row?.bytes ?? 0;
}

/** What files add to the bytes held: a content counts once. */
async function bytesAdded(tx: Connection, viewer: Viewer, files: StoredFile[]): Promise<number> {
  const sizes = new Map(files.map(({ contentHash, byteSize }) => [contentHash, byteSize]));
  const held = await tx
    .select({ contentHash: stagedFiles.contentHash })
    .from(stagedFiles)
    .where(heldBy(viewer, inArray(stagedFiles.contentHash, [...sizes.keys()])));
  for (const { contentHash } of held) sizes.delete(contentHash);
  return [...sizes.values()].reduce((sum, byteSize) => sum + Math.max(byteSize, leastCounted), 0);
}

/** Adds or renews the row of a content. A token that it replaces is the same form's. */
async function keep(
  tx: Connection,
  viewer: Viewer,
  { fileName, kind, byteSize, contentHash }: StoredFile,
  replaced?: Sealed,
): Promise<StagedFile> {
  const userId = viewer.id;
  const [row] = await tx
    .select({ until: stagedFiles.until })
    .from(stagedFiles)
    .where(heldBy(viewer, eq(stagedFiles.contentHash, contentHash)));
  // No two tokens of a content end at one moment: the row's tells which is the latest.
  const until = nextMoment(row?.until ?? "", fromNow(lifetime));
  await tx
    .insert(stagedFiles)
    .values({ userId, contentHash, byteSize, until })
    .onConflictDoUpdate({ target: [stagedFiles.userId, stagedFiles.contentHash], set: { until } });
  const earlier = row?.until === replaced?.until ? replaced?.earlier : row?.until;
  const sealed: Sealed = { fileName, kind, byteSize, contentHash, userId, until, earlier };
  return { token: seal("plan-file", sealed), fileName, byteSize };
}

/**
 * Gives up files that were taken out of a form: their room is free at once. A content that another form of
 * the viewer still holds stays.
 */
export async function discard(viewer: Viewer, tokens: string[]): Promise<void> {
  const files = opened(viewer, tokens);
  if (files.length === 0) return;
  const discarded = await write(async (tx) => {
    const gone: { contentHash: string }[] = [];
    for (const { contentHash, until, earlier } of files) {
      // Another moment means that another form has it, too, and came later.
      const own = heldBy(viewer, eq(stagedFiles.contentHash, contentHash), eq(stagedFiles.until, until));
      if (earlier && earlier > now()) await tx.update(stagedFiles).set({ until: earlier }).where(own);
      else gone.push(...(await tx.delete(stagedFiles).where(own).returning()));
    }
    return gone;
  });
  await removeUnnamed(discarded.map(({ contentHash }) => contentHash));
}

/** Takes files off the viewer's staged ones, inside the write that gives them to a permit. */
export async function settleStaged(tx: Connection, viewer: Viewer, files: StoredFile[]): Promise<void> {
  const hashes = files.map(({ contentHash }) => contentHash);
  await tx
    .delete(stagedFiles)
    .where(and(eq(stagedFiles.userId, viewer.id), inArray(stagedFiles.contentHash, hashes)));
}
