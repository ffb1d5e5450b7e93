import { and, count, eq, inArray, type SQL } from "drizzle-orm";
import { rowsAfter } from "../batches.server";
import { now } from "../clock.server";
import { db } from "../db.server";
import { readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { comments } from "../tables.server";
import {
  commentPageSize,
  inOrder,
  maximumContextLength,
  maximumShownBytes,
  maximumShownLength,
} from "./comment";
import { type Row, readableBy, readRows, toComment } from "./comment-rows.server";

type DiscussionQuery = {
  /** Id of the comment after the page. Without it, or when there is no such comment, the newest page is read. */
  before?: number;
  /** Id of a comment to return with its full text, also when it belongs to another page. */
  full?: number;
  /** Id of the comment in the open dialog. */
  chosen?: number;
  /** Limits any viewer to the comments that this city may read. */
  asCity?: number;
};

export type Discussion = Awaited<ReturnType<typeof readDiscussion>>;
export type Comment = Discussion["comments"][number];

/**
 * Reads a page of a permit's discussion: the newest 20 comments and replies that the viewer may read, or the
 * 20 before a comment, the newest last. Long texts are cut, and a page with more than 60 KB of text has fewer
 * comments. A reply whose comment is on another page comes with that comment, shortened. Throws 404 when the
 * viewer cannot see the permit.
 */
export async function readDiscussion(viewer: Viewer, permitId: number, query: DiscussionQuery = {}) {
  const { before, asCity } = query;
  await readPermit(viewer, permitId);
  const isForCity = asCity === undefined ? undefined : eq(comments.isShared, true);
  const readable = and(eq(comments.permitId, permitId), readableBy(viewer), isForCity) as SQL;
  const full = await readFull(readable, query.full);
  const chosen = await readFull(readable, query.chosen);
  const earlierPage = before ? await pageBefore(readable, before) : undefined;
  const { rows, isNewest } = earlierPage ?? { rows: await readPage(readable), isNewest: true };

  const page = rows.slice(0, commentPageSize).map((row) => (row.id === full?.id ? full : row));
  const parents = await readMissingParents(readable, full ? [...page, full] : page);
  const known = [...page, ...parents];
  const room = maximumShownBytes - bytesOf(chosen ? [chosen] : []);
  let shown = page;
  while (shown.length > 1 && bytesOf([...shown, ...contextOf(shown, known, full)]) > room) {
    shown = shown.slice(0, -1);
  }
  const oldest = shown.at(-1);
  const hasEarlier = oldest !== undefined && rows.length > shown.length;

  const moment = now();
  const commentOf = (row: Row) => toComment(row, { viewer, moment, asCity });
  const context = contextOf(shown, known, full).map((row) => ({ ...commentOf(row), isContext: true }));
  return {
    comments: inOrder([...shown.map(commentOf), ...context]),
    /** The number of comments before this page, and the id for `before` to read them. */
    earlier: hasEarlier ? { before: oldest.id, count: await countBefore(readable, oldest) } : null,
    isNewest,
    chosen: chosen ? { ...commentOf(chosen), updatedAt: chosen.updatedAt } : null,
  };
}

/** Reads one row more than a page has, to know whether there are earlier comments. */
const readPage = (where: SQL) =>
  readRows(where, { limit: commentPageSize + 1, maximumLength: maximumShownLength });

async function readFull(readable: SQL, id?: number): Promise<Row | undefined> {
  if (!id) return undefined;
  const [row] = await readRows(and(readable, eq(comments.id, id)) as SQL, { limit: 1 });
  return row;
}

const newestFirst = { by: comments.createdAt, id: comments.id, descending: true };

const isBefore = ({ id, createdAt }: { id: number; createdAt: string }) =>
  rowsAfter(newestFirst, createdAt, id);

/** Reads the page before a comment; undefined without such a comment, or without comments before it. */
async function pageBefore(readable: SQL, id: number) {
  const [comment] = await db
    .select({ id: comments.id, createdAt: comments.createdAt })
    .from(comments)
    .where(and(readable, eq(comments.id, id)));
  const rows = comment ? await readPage(and(readable, isBefore(comment)) as SQL) : [];
  return rows.length > 0 ? { rows, isNewest: false } : undefined;
}

async function countBefore(readable: SQL, oldest: Row): Promise<number> {
  const [row] = await db
    .select({ earlier: count() })
    .from(comments)
    .where(and(readable, isBefore(oldest)));
  return row?.earlier ?? 0;
}

/** Reads the comments that the rows reply to and that are not among the rows, shortened. */
async function readMissingParents(readable: SQL, rows: Row[]): Promise<Row[]> {
  const ids = new Set(rows.map(({ id }) => id));
  const missing = rows.flatMap(({ parentId }) => (parentId === null || ids.has(parentId) ? [] : [parentId]));
  const parentIds = [...new Set(missing)];
  if (parentIds.length === 0) return [];
  const range = { limit: parentIds.length, maximumLength: maximumContextLength };
  return readRows(and(readable, inArray(comments.id, parentIds)) as SQL, range);
}

/** Returns the rows to show in addition to a page: the comments it replies to, and the one with its full text. */
function contextOf(shown: Row[], known: Row[], full?: Row): Row[] {
  const ids = new Set(shown.map(({ id }) => id));
  const fromOtherPage = full && !ids.has(full.id) ? [full] : [];
  const parentIds = new Set([...shown, ...fromOtherPage].map(({ parentId }) => parentId));
  const parents = known.filter(({ id }) => parentIds.has(id) && !ids.has(id) && id !== full?.id);
  return [...fromOtherPage, ...parents.map(shortened)];
}

function shortened(row: Row): Row {
  // Counts code points, as `substr` does in the database.
  const characters = [...row.text];
  if (characters.length <= maximumContextLength) return row;
  return { ...row, text: characters.slice(0, maximumContextLength).join(""), isCut: 1 };
}

const bytesOf = (rows: Row[]): number => rows.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
