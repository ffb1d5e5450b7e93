import { and, asc, count, desc, eq, exists, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { env } from "~/env.server";
import { inBatches, rowsAfter } from "../batches.server";
import { formatMoment, now } from "../clock.server";
import { db } from "../db.server";
import { rowsBefore } from "../paging";
import { readPermit, visibleTo } from "../permits/permit-scope.server";
import { allow, reach, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { comments, permits } from "../tables.server";
import { type CommentChange, obstacleTo } from "./comment";

/** Which comments of a visible permit a viewer may read. */
export function readableBy(viewer: Viewer): SQL {
  switch (reach(viewer, "comment.read")) {
    case "all":
      return sql`1 = 1`;
    case "city":
      return eq(comments.isShared, true);
    default:
      return sql`1 = 0`;
  }
}

const { text: fullText, ...columns } = getTableColumns(comments);
const replies = alias(comments, "answers");

type Cut = {
  limit: number;
  offset?: number;
  /** Of each text no more characters than these. */
  longest?: number;
  oldestFirst?: boolean;
};

/** Comments as a query reads them, in the order in which they were written, the newest first unless told. */
export function readRows(where: SQL, { limit, offset = 0, longest, oldestFirst = false }: Cut) {
  const text = longest === undefined ? fullText : sql<string>`substr(${fullText}, 1, ${longest})`;
  const isCut = longest === undefined ? sql<number>`0` : sql<number>`length(${fullText}) > ${longest}`;
  const reply = db.select({ one: sql`1` }).from(replies).where(eq(replies.parentId, comments.id));
  const direction = oldestFirst ? asc : desc;
  return db
    .select({ ...columns, text, isCut, hasReplies: sql<number>`${exists(reply)}` })
    .from(comments)
    .where(where)
    .orderBy(direction(comments.createdAt), direction(comments.id))
    .limit(limit)
    .offset(offset);
}

export type Row = Awaited<ReturnType<typeof readRows>>[number];

type Reading = {
  viewer: Viewer;
  moment: string;
  /** The city that reads: it knows its own colleagues by name, and the provider's people as the provider. */
  asCity?: number;
};

/** A comment as it is shown to somebody at a moment. */
export function asRead(row: Row, { viewer, moment, asCity }: Reading) {
  const { permitId: _permit, authorId, updatedAt, hasReplies, idempotencyKey, ...comment } = row;
  const isOwn = authorId === viewer.id;
  const changing = { authorId, createdAt: comment.createdAt, hasReplies: hasReplies === 1 };
  const mayMake = (change: CommentChange) => obstacleTo(change, changing, viewer.id, moment) === undefined;
  const speaksForProvider = asCity !== undefined && comment.authorCityId !== asCity;
  return {
    ...comment,
    authorName: speaksForProvider ? env.PROVIDER_NAME : comment.authorName,
    isCut: comment.isCut === 1,
    isContext: false,
    written: formatMoment(comment.createdAt),
    isEdited: updatedAt !== comment.createdAt,
    isOwn,
    mayChange: mayMake("edit"),
    mayDelete: mayMake("delete"),
    /** Of one's own: the key of the form that it was written in. */
    formKey: isOwn ? (idempotencyKey?.split(" ", 1)[0] ?? null) : null,
  };
}

/** A comment as a program reads it: whole, and with nothing of the provider's people for a city. */
function toCommentRow(row: Row, viewer: Viewer) {
  const asCity = reach(viewer, "comment.read") === "city" ? (viewer.cityId ?? -1) : undefined;
  const { permitId, updatedAt } = row;
  return { ...asRead(row, { viewer, moment: now(), asCity }), permitId, updatedAt };
}

export type CommentRow = ReturnType<typeof toCommentRow>;

/** Those of a permit that the viewer may read; 404 outside the viewer's sight. */
async function readableOf(viewer: Viewer, permitId: number): Promise<SQL> {
  const permit = await readPermit(viewer, permitId);
  allow(viewer, "comment.read", permit);
  return and(eq(comments.permitId, permitId), readableBy(viewer)) as SQL;
}

/** How many comments and answers of a permit the viewer may read. */
export async function countComments(viewer: Viewer, permitId: number): Promise<number> {
  const [row] = await db
    .select({ found: count() })
    .from(comments)
    .where(await readableOf(viewer, permitId));
  return row?.found ?? 0;
}

type Order = { descending?: boolean };

/** A page of them whole, none beyond the last; the newest last unless the order is turned. */
export async function pageOfComments(
  viewer: Viewer,
  permitId: number,
  { descending }: Order,
  page: number,
  pageSize: number,
): Promise<CommentRow[]> {
  const where = await readableOf(viewer, permitId);
  const cut = { limit: pageSize, offset: rowsBefore(page, pageSize), oldestFirst: !descending };
  return (await readRows(where, cut)).map((row) => toCommentRow(row, viewer));
}

/** A comment may be long: so many are held at once. */
const batchSize = 100;

/** All of them whole, in the same order, in batches: each goes on where the last one ended. */
export async function* eachComment(
  viewer: Viewer,
  permitId: number,
  { descending = false }: Order,
): AsyncGenerator<CommentRow[]> {
  const where = await readableOf(viewer, permitId);
  const order = { by: comments.createdAt, id: comments.id, descending };
  const read = async (last: CommentRow | undefined, limit: number) => {
    const further = last && rowsAfter(order, last.createdAt, last.id);
    const rows = await readRows(and(where, further) as SQL, { limit, oldestFirst: !descending });
    return rows.map((row) => toCommentRow(row, viewer));
  };
  yield* inBatches(read, batchSize);
}

/** A comment whole; 404 outside the viewer's sight. */
export async function readCommentRow(viewer: Viewer, id: number): Promise<CommentRow> {
  const permit = db.select({ one: sql`1` }).from(permits);
  const isInSight = exists(permit.where(and(eq(permits.id, comments.permitId), visibleTo(viewer))));
  const [row] = await readRows(and(eq(comments.id, id), isInSight, readableBy(viewer)) as SQL, { limit: 1 });
  if (!row) throw notFound("Comment");
  return toCommentRow(row, viewer);
}
