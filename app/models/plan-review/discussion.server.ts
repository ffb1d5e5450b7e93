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
import { asRead, type Row, readableBy, readRows } from "./comment-rows.server";

type Asked = {
  /** The page ends before this comment. Without it, or when there is no such comment, it is the newest page. */
  before?: number;
  /** A comment that is shown whole, on the page or beside it. */
  whole?: number;
  /** A comment that a dialog is about. */
  chosen?: number;
  /** What this city reads, whoever looks on. */
  asCity?: number;
};

export type Discussion = Awaited<ReturnType<typeof readDiscussion>>;
export type Comment = Discussion["comments"][number];

/**
 * A page of a permit's discussion: the newest 20 comments and answers that the viewer may read, or the 20
 * before one of them, the newest last. Long ones are cut, and there are fewer where the page would hold
 * more than 60 KB of them. An answer brings the comment that it answers, shortened, when that is on another
 * page. 404 outside the viewer's sight.
 */
export async function readDiscussion(viewer: Viewer, permitId: number, asked: Asked = {}) {
  await readPermit(viewer, permitId);
  const isOfCity = asked.asCity === undefined ? undefined : eq(comments.isShared, true);
  const readable = and(eq(comments.permitId, permitId), readableBy(viewer), isOfCity) as SQL;
  const whole = await readOne(readable, asked.whole);
  const chosen = await readOne(readable, asked.chosen);
  const start = asked.before ? await pageBefore(readable, asked.before) : undefined;
  const { rows, isNewest } = start ?? { rows: await readPage(readable), isNewest: true };

  const page = rows.slice(0, commentPageSize).map((row) => (row.id === whole?.id ? whole : row));
  const openings = await readOpenings(readable, whole ? [...page, whole] : page);
  const known = [...page, ...openings];
  const room = maximumShownBytes - bytesOf(chosen ? [chosen] : []);
  let shown = page;
  while (shown.length > 1 && bytesOf([...shown, ...contextOf(shown, known, whole)]) > room) {
    shown = shown.slice(0, -1);
  }
  const oldest = shown.at(-1);
  const hasEarlier = oldest !== undefined && rows.length > shown.length;

  const moment = now();
  const read = (row: Row) => asRead(row, { viewer, moment, asCity: asked.asCity });
  const context = contextOf(shown, known, whole).map((row) => ({ ...read(row), isContext: true }));
  return {
    comments: inOrder([...shown.map(read), ...context]),
    /** The way to the comments before these, and how many they are. */
    earlier: hasEarlier ? { before: oldest.id, count: await countBefore(readable, oldest) } : null,
    isNewest,
    chosen: chosen ? { ...read(chosen), updatedAt: chosen.updatedAt } : null,
  };
}

/** One more than a page, which tells whether there are earlier ones. */
const readPage = (where: SQL) => readRows(where, { limit: commentPageSize + 1, longest: maximumShownLength });

async function readOne(readable: SQL, id?: number): Promise<Row | undefined> {
  if (!id) return undefined;
  const [row] = await readRows(and(readable, eq(comments.id, id)) as SQL, { limit: 1 });
  return row;
}

const newestFirst = { by: comments.createdAt, id: comments.id, descending: true };

const isBefore = ({ id, createdAt }: { id: number; createdAt: string }) =>
  rowsAfter(newestFirst, createdAt, id);

/** The page before a comment; nothing where there is no such comment, or none before it. */
async function pageBefore(readable: SQL, id: number) {
  const [next] = await db
    .select({ id: comments.id, createdAt: comments.createdAt })
    .from(comments)
    .where(and(readable, eq(comments.id, id)));
  const rows = next ? await readPage(and(readable, isBefore(next)) as SQL) : [];
  return rows.length > 0 ? { rows, isNewest: false } : undefined;
}

async function countBefore(readable: SQL, oldest: Row): Promise<number> {
  const [row] = await db
    .select({ earlier: count() })
    .from(comments)
    .where(and(readable, isBefore(oldest)));
  return row?.earlier ?? 0;
}

/** The comments that rows answer and that are not among them. */
async function readOpenings(readable: SQL, rows: Row[]): Promise<Row[]> {
  const ids = new Set(rows.map(({ id }) => id));
  const missing = rows.flatMap(({ parentId }) => (parentId === null || ids.has(parentId) ? [] : [parentId]));
  const wanted = [...new Set(missing)];
  if (wanted.length === 0) return [];
  const cut = { limit: wanted.length, longest: maximumContextLength };
  return readRows(and(readable, inArray(comments.id, wanted)) as SQL, cut);
}

/** What stands beside the rows of a page: what they answer, and what is to be read whole. */
function contextOf(shown: Row[], known: Row[], whole?: Row): Row[] {
  const ids = new Set(shown.map(({ id }) => id));
  const beside = whole && !ids.has(whole.id) ? [whole] : [];
  const answered = new Set([...shown, ...beside].map(({ parentId }) => parentId));
  const openings = known.filter(({ id }) => answered.has(id) && !ids.has(id) && id !== whole?.id);
  return [...beside, ...openings.map(shortened)];
}

function shortened(row: Row): Row {
  // By whole characters, as the database cuts.
  const characters = [...row.text];
  if (characters.length <= maximumContextLength) return row;
  return { ...row, text: characters.slice(0, maximumContextLength).join(""), isCut: 1 };
}

const bytesOf = (rows: Row[]): number => rows.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
