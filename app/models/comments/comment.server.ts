import { and, between, desc, eq } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { record } from "../audit.server";
import { changeRow, insertRow } from "../change-row.server";
import { fromNow, now } from "../clock.server";
import type { Discipline } from "../discipline";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import { accessDenied, allow, may, type Viewer } from "../policy";
import { notFound, Refusal, refusalAtField } from "../refusal";
import { refuseStale } from "../stale-row.server";
import { comments } from "../tables.server";
import { keepUndo, keptRow, restoreRows, type TakeBack } from "../undo.server";
import {
  type CommentChange,
  type CommentObstacle,
  maxCommentsPerMinute,
  minutesToChange,
  obstacleTo,
} from "./comment";
import { readComment } from "./comment-list.server";
import { updateWaiting } from "./waiting-thread.server";

export type NewComment = {
  text: string;
  discipline?: Discipline | null;
  isShared?: boolean;
  /** A reply to a reply joins the same thread. */
  parentId?: number | null;
  formKey?: string;
};

/** All that a city writes is shared. */
export const mayChooseReaders = (viewer: Viewer): boolean => may(viewer, "comment.keep-internal");

export function addComment(viewer: Viewer, permitId: number, fields: NewComment): Promise<{ id: number }> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "comment.write", permit);
    const start = await threadStartOf(tx, viewer, permitId, fields.parentId);
    const isShared = fields.isShared === true || !mayChooseReaders(viewer);
    if (start && isShared && !start.isShared) {
      throw refusalAtField("isShared", "The city does not see this thread. Write a new comment to share");
    }
    const { text, discipline = null, formKey } = fields;
    const parentId = start?.id ?? null;
    // The page recognizes its own key.
    const idempotencyKey = formKey && `${formKey} ${scopedIdempotencyKey(formKey, viewer, permitId)}`;
    const sent = { text, discipline, isShared, parentId };
    const earlier = await findByIdempotencyKey(tx, comments, idempotencyKey, sent);
    if (earlier) return earlier;
    await limitRate(tx, viewer);
    const created = await insertRow(tx, comments, {
      permitId,
      parentId,
      reviewCycle: permit.reviewCycle,
      discipline: discipline ?? start?.discipline ?? null,
      authorId: viewer.id,
      authorName: personName(viewer),
      authorCityId: viewer.cityId,
      text,
      isShared,
      idempotencyKey,
    });
    await record(tx, viewer, "comment.created", null, created);
    await updateWaiting(tx, created);
    return { id: created.id };
  });
}

const minute = 60_000;

/** Rows from the future, after a clock was set back, do not count. */
async function limitRate(tx: Connection, viewer: Viewer): Promise<void> {
  // The next comment is accepted a minute after the oldest of the last 30.
  const [oldest] = await tx
    .select({ at: comments.createdAt })
    .from(comments)
    .where(and(eq(comments.authorId, viewer.id), between(comments.createdAt, fromNow(1 - minute), now())))
    .orderBy(desc(comments.createdAt))
    .limit(1)
    .offset(maxCommentsPerMinute - 1);
  if (!oldest) return;
  const message = "You have written many comments in a minute. Wait a moment and send this again.";
  const retryAfter = Math.ceil((Date.parse(oldest.at) + minute - Date.now()) / 1000);
  throw new Refusal(429, message, { retryAfter });
}

/** Threads are one level deep. */
async function threadStartOf(tx: Connection, viewer: Viewer, permitId: number, parentId?: number | null) {
  if (parentId == null) return undefined;
  const parent = await readComment(viewer, parentId, tx);
  if (parent.permitId !== permitId) throw notFound("Comment");
  return parent.parentId === null ? parent : readComment(viewer, parent.parentId, tx);
}

const refusals: Record<CommentObstacle, [status: number, message: string]> = {
  "not-own": [403, accessDenied],
  "too-late": [
    409,
    `A comment can be edited or deleted for ${minutesToChange} minutes after it was written. This one can no longer be changed.`,
  ],
  "has-replies": [409, "This comment has replies and can no longer be deleted."],
};

async function readChangeable(tx: Connection, viewer: Viewer, id: number, change: CommentChange) {
  const { isCut: _, hasReplies, ...comment } = await readComment(viewer, id, tx);
  const obstacle = obstacleTo(change, { ...comment, hasReplies }, viewer.id, now());
  if (obstacle) throw new Refusal(...refusals[obstacle]);
  return comment;
}

export function editComment(viewer: Viewer, id: number, text: string, expectedVersion?: string) {
  return write(async (tx) => {
    const comment = await readChangeable(tx, viewer, id, "edit");
    if (comment.text === text) return comment;
    await refuseStale(comment, expectedVersion, staleComment, { id, updatedAt: comment.updatedAt });
    const updated = await changeRow(tx, comments, comment, { text });
    await record(tx, viewer, "comment.updated", comment, updated);
    return updated;
  });
}

const staleComment = "This comment was changed after you opened it. Save again to keep what you typed.";

export function deleteComment(viewer: Viewer, id: number): Promise<{ id: number }> {
  return write(async (tx) => {
    const comment = await readChangeable(tx, viewer, id, "delete");
    await tx.delete(comments).where(eq(comments.id, id));
    await record(tx, viewer, "comment.deleted", comment, null);
    await updateWaiting(tx, comment);
    await keepUndo(tx, viewer, "comment", { rows: [{ table: "comments", before: comment, after: null }] });
    return { id };
  });
}

export const restoreComment: TakeBack = async (tx, viewer, change) => {
  const { before: comment } = keptRow(change, "comments");
  allow(viewer, "comment.write", await readPermit(viewer, comment?.permitId ?? 0, tx));
  await restoreRows(tx, change);
  await record(tx, viewer, "comment.restored", null, comment);
  if (comment) await updateWaiting(tx, comment);
};
