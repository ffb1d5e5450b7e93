import { and, asc, count, desc, eq, exists, getTableColumns, type SQL, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { inBatches, rowsAfter } from "../batches.server";
import { formatMoment, now } from "../clock.server";
import { db } from "../db.server";
import { alias } from "../dialect.server";
import { rowsBefore } from "../paging";
import { type Permit, visibleTo } from "../permits/permit-scope.server";
import { allow, type Reach, reach, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { comments, permits } from "../tables.server";
import { type CommentChange, obstacleTo } from "./comment";

/** The condition for comments that the viewer may read. It does not check the scope of their permits. */
export const readableBy = (viewer: Viewer): SQL => readableWithin(reach(viewer, "comment.read"));

const conditions = {
  all: sql`1 = 1`,
  own: sql`1 = 0`,
  city: eq(comments.isShared, true),
  none: sql`1 = 0`,
} satisfies Record<Reach, SQL>;

export const readableWithin = (scope: Reach): SQL => conditions[scope];

const replies = alias(comments, "replies");
const reply = db.select({ one: sql`1` }).from(replies).where(eq(replies.parentId, comments.id));
const fullColumns = {
  ...getTableColumns(comments),
  isCut: sql`1 = 0`.mapWith(Boolean) as SQL<boolean>,
  hasReplies: sql`${exists(reply)}`.mapWith(Boolean) as SQL<boolean>,
};

/** Returns the columns of a comment, with at most this many characters of its text. */
export const columnsWithText = (maximumLength: SQL) => ({
  ...fullColumns,
  text: sql<string>`substr(${comments.text}, 1, ${maximumLength})`,
  isCut: sql`length(${comments.text}) > ${maximumLength}`.mapWith(Boolean) as SQL<boolean>,
});

type RowRange = { limit: number; offset?: number; oldestFirst?: boolean };

/** Reads comments with their full text in the order in which they were written, by default the newest first. */
function readRows(where: SQL, { limit, offset = 0, oldestFirst = false }: RowRange) {
  const direction = oldestFirst ? asc : desc;
  return db
    .select(fullColumns)
    .from(comments)
    .where(where)
    .orderBy(direction(comments.createdAt), direction(comments.id))
    .limit(limit)
    .offset(offset);
}

export type Row = Awaited<ReturnType<typeof readRows>>[number];

type Reader = {
  viewer: Viewer;
  moment: string;
  /** Shows the names of this city's users, and the provider's name instead of its employees' names. */
  asCity?: number;
};

/** Converts a row to a comment, with the changes that the viewer may make at `moment`. */
export function toComment(row: Row, { viewer, moment, asCity }: Reader) {
  const { permitId: _permit, authorId, updatedAt, hasReplies, idempotencyKey, ...comment } = row;
  const isOwn = authorId === viewer.id;
  const changeable = { authorId, createdAt: comment.createdAt, hasReplies };
  const isAllowed = (change: CommentChange) =>
    obstacleTo(change, changeable, viewer.id, moment) === undefined;
  const isByProvider = asCity !== undefined && comment.authorCityId !== asCity;
  return {
    ...comment,
    authorName: isByProvider ? env.PROVIDER_NAME : comment.authorName,
    isCut: comment.isCut,
    isContext: false,
    written: formatMoment(comment.createdAt),
    isEdited: updatedAt !== comment.createdAt,
    isOwn,
    mayChange: isAllowed("edit"),
    mayDelete: isAllowed("delete"),
    /** The idempotency key of the comment's form, only for its author. */
    idempotencyKey: isOwn ? (idempotencyKey?.split(" ", 1)[0] ?? null) : null,
  };
}

/** Converts a row to a comment of the API. A city user receives no names of employees. */
function toCommentRow(row: Row, viewer: Viewer) {
  const asCity = reach(viewer, "comment.read") === "city" ? (viewer.cityId ?? -1) : undefined;
  const { permitId, updatedAt } = row;
  return { ...toComment(row, { viewer, moment: now(), asCity }), permitId, updatedAt };
}

export type CommentRow = ReturnType<typeof toCommentRow>;

/** The condition for the comments of a permit that the viewer may read. */
function readableCommentsOf(viewer: Viewer, permit: Permit): SQL {
  allow(viewer, "comment.read", permit);
  return and(eq(comments.permitId, permit.id), readableBy(viewer)) as SQL;
}

/** Counts the comments and replies of a permit that the viewer may read. */
export async function countComments(viewer: Viewer, permit: Permit): Promise<number> {
  const [row] = await db.select({ found: count() }).from(comments).where(readableCommentsOf(viewer, permit));
  return row?.found ?? 0;
}

type Order = { descending?: boolean };

/**
 * Reads a page of a permit's comments with their full text, the newest last unless `descending`. A page after
 * the last one is empty.
 */
export async function pageOfComments(
  viewer: Viewer,
  permit: Permit,
  { descending }: Order,
  page: number,
  pageSize: number,
): Promise<CommentRow[]> {
  const where = readableCommentsOf(viewer, permit);
  const range = { limit: pageSize, offset: rowsBefore(page, pageSize), oldestFirst: !descending };
  return (await readRows(where, range)).map((row) => toCommentRow(row, viewer));
}

/** The number of comments in memory at once; their texts can be long. */
const batchSize = 100;

/** Reads all comments of a permit with their full text, in the order of `pageOfComments`, in batches. */
export async function* eachComment(
  viewer: Viewer,
  permit: Permit,
  { descending = false }: Order,
): AsyncGenerator<CommentRow[]> {
  const where = readableCommentsOf(viewer, permit);
  const order = { by: comments.createdAt, id: comments.id, descending };
  const read = async (last: CommentRow | undefined, limit: number) => {
    const afterLast = last && rowsAfter(order, last.createdAt, last.id);
    const rows = await readRows(and(where, afterLast) as SQL, { limit, oldestFirst: !descending });
    return rows.map((row) => toCommentRow(row, viewer));
  };
  yield* inBatches(read, batchSize);
}

/** Reads a comment with its full text. Throws 404 for a comment that the viewer may not read. */
export async function readCommentRow(viewer: Viewer, id: number): Promise<CommentRow> {
  const permit = db.select({ one: sql`1` }).from(permits);
  const isVisible = exists(permit.where(and(eq(permits.id, comments.permitId), visibleTo(viewer))));
  const [row] = await readRows(and(eq(comments.id, id), isVisible, readableBy(viewer)) as SQL, { limit: 1 });
  if (!row) throw notFound("Comment");
  return toCommentRow(row, viewer);
}
