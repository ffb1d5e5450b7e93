import { and, eq, exists, getTableColumns, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { alias } from "~/platform/db/dialect.server";
import { existsIn } from "~/platform/db/exists.server";
import { indexedList, type List } from "~/platform/db/list.server";
import { env } from "~/platform/env.server";
import { formatMoment, now } from "../clock.server";
import { type Permit, visibleTo } from "../permits/permit-scope.server";
import { accessDenied, allow, type Scope, scopeOf, type Viewer } from "../policy";
import { foundRow, Refusal } from "../refusal";
import { comments, permits } from "../tables.server";
import { type CommentChange, obstacleTo } from "./comment";

export const readableWithin = {
  all: sql`1 = 1`,
  city: eq(comments.isShared, true),
  own: sql`1 = 0`,
  none: sql`1 = 0`,
} satisfies Record<Scope, SQL>;

const readableComments = (viewer: Viewer): SQL => readableWithin[scopeOf(viewer, "comment.read")];

const replies = alias(comments, "replies");
const reply = db.select({ id: replies.id }).from(replies).where(eq(replies.parentId, comments.id));
const fullColumns = {
  ...getTableColumns(comments),
  isCut: sql`1 = 0`.mapWith(Boolean) as SQL<boolean>,
  hasReplies: sql`${exists(reply)}`.mapWith(Boolean) as SQL<boolean>,
};

export const columnsWithText = (maximumLength: SQL) => ({
  ...fullColumns,
  text: sql<string>`substr(${comments.text}, 1, ${maximumLength})`,
  isCut: sql`length(${comments.text}) > ${maximumLength}`.mapWith(Boolean) as SQL<boolean>,
});

const readRows = (where: SQL, order: SQL[] = [], connection: Connection = db) =>
  connection
    .select(fullColumns)
    .from(comments)
    .where(where)
    .orderBy(...order);

export type Row = Awaited<ReturnType<typeof readRows>>[number];

type Reader = {
  viewer: Viewer;
  moment: string;
  /** Shows the names of this city's users, and the provider's name instead of its employees' names. */
  asCity?: number;
};

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
    isContext: false,
    written: formatMoment(comment.createdAt),
    isEdited: updatedAt !== comment.createdAt,
    isOwn,
    mayChange: isAllowed("edit"),
    mayDelete: isAllowed("delete"),
    idempotencyKey: isOwn ? (idempotencyKey?.split(" ", 1)[0] ?? null) : null,
  };
}

/** A city gets no names of employees. */
function toCommentRow(row: Row, viewer: Viewer) {
  const asCity = scopeOf(viewer, "comment.read") === "city" ? (viewer.cityId ?? -1) : undefined;
  const { permitId, updatedAt } = row;
  return { ...toComment(row, { viewer, moment: now(), asCity }), permitId, updatedAt };
}

export type CommentRow = ReturnType<typeof toCommentRow>;

export function commentList(viewer: Viewer, permit: Permit, { descending = false } = {}): List<CommentRow> {
  allow(viewer, "comment.read", permit);
  const where = and(eq(comments.permitId, permit.id), readableComments(viewer));
  return indexedList({
    table: comments,
    where,
    order: { by: comments.createdAt, id: comments.id, descending },
    count: async () => db.$count(comments, where),
    readRows: async (some, order) => (await readRows(some, order)).map((row) => toCommentRow(row, viewer)),
  });
}

/** Throws 403 for a comment of somebody else. */
export async function readOwnComment(viewer: Viewer, id: number): Promise<CommentRow> {
  const comment = await readCommentRow(viewer, id);
  if (!comment.isOwn) throw new Refusal(403, accessDenied);
  return comment;
}

export const readCommentRow = async (viewer: Viewer, id: number): Promise<CommentRow> =>
  toCommentRow(await readComment(viewer, id), viewer);

export async function readComment(viewer: Viewer, id: number, connection?: Connection): Promise<Row> {
  const isVisible = existsIn(permits, eq(permits.id, comments.permitId), visibleTo(viewer));
  const isReadable = and(eq(comments.id, id), isVisible, readableComments(viewer)) as SQL;
  return foundRow(await readRows(isReadable, [], connection), "Comment");
}
