import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { prepareOncePerShape } from "~/platform/db/prepared.server";
import { now } from "../clock.server";
import type { Permit } from "../permits/permit-scope.server";
import { type Scope, scopeOf, type Viewer } from "../policy";
import { comments, waitingThreads } from "../tables.server";
import {
  commentPageSize,
  inOrder,
  maxCommentLength,
  maxContextLength,
  maxShownBytes,
  maxShownLength,
  oldestFirst,
  type Side,
} from "./comment";
import { columnsWithText, type Row, readableWithin, toComment } from "./comment-list.server";
import { sideOf } from "./waiting-thread.server";

type DiscussionQuery = {
  /** The comment after the page; the newest page without it. */
  before?: number;
  /** Has its full text, also on another page. */
  full?: number;
  asCity?: number;
};

export type Comment = Awaited<ReturnType<typeof readDiscussion>>["comments"][number];

/** Long texts are cut, and more than 60 KB are fewer comments. A reply has its comment with it, shortened. */
export async function readDiscussion(viewer: Viewer, permit: Permit, query: DiscussionQuery = {}) {
  const { before, asCity } = query;
  const scope = asCity === undefined ? scopeOf(viewer, "comment.read") : "city";
  const earlierPage = before ? await readPage(scope, permit, query) : undefined;
  const isNewest = !earlierPage || earlierPage.rows.length === 0;
  const { rows, known, count } = isNewest
    ? await readPage(scope, permit, { ...query, before: undefined })
    : earlierPage;

  const full = known.find(({ id }) => id === query.full);
  const page = rows.map((row) => (row === full ? row : cut(row, maxShownLength)));
  let shown = page.slice(0, commentPageSize);
  while (shown.length > 1 && bytesOf([...shown, ...contextOf(shown, known, full)]) > maxShownBytes) {
    shown = shown.slice(0, -1);
  }
  const oldest = shown.at(-1);
  const earlier = count - shown.length;

  const moment = now();
  const side = sideOf(viewer);
  const commentOf = ({ waitsFor, ...row }: PageRow) => ({
    ...toComment(row, { viewer, moment, asCity }),
    /** Whether its thread waits for a reply of the viewer's side. */
    isWaiting: waitsFor === side,
  });
  const context = contextOf(shown, known, full).map((row) => ({ ...commentOf(row), isContext: true }));
  return {
    comments: inOrder([...shown.map(commentOf), ...context]),
    /** How many are before this page, and the id for `before`. */
    earlier: oldest && earlier > 0 ? { before: oldest.id, count: earlier } : null,
    isNewest,
  };
}

const noComment = -1;

/** The newest first. Known are also the requested comments, and those that any of them replies to. */
async function readPage(scope: Scope, { id: permitId }: Permit, query: DiscussionQuery) {
  const { before, full = noComment } = query;
  const values = { permitId, before: before ?? noComment, full };
  const found = await pageFor({ scope, isEarlier: Boolean(before) }).execute(values);
  const known = found.map(({ row, waitsFor }) => ({ ...row, waitsFor })).sort(newestFirst);
  const first = known.find(({ id }) => id === before);
  const isOnPage = (row: PageRow) => !before || (first !== undefined && newestFirst(first, row) < 0);
  const rows = known.filter(isOnPage).slice(0, commentPageSize);
  return { known, rows, count: found[0]?.count ?? 0 };
}

const waitingSide = db
  .select({ side: waitingThreads.waitsFor })
  .from(waitingThreads)
  .where(eq(waitingThreads.commentId, comments.id));

type PageRow = Row & { waitsFor: Side | null };

const pageFor = prepareOncePerShape(({ scope, isEarlier }: { scope: Scope; isEarlier: boolean }) => {
  const { id, parentId, createdAt } = comments;
  const permitId = sql.placeholder("permitId");
  const inScope = readableWithin[scope];
  const readable = and(eq(comments.permitId, permitId), inScope);
  const before = sql.placeholder("before");
  const requested = [before, sql.placeholder("full")];
  const start = db
    .select({ createdAt, id })
    .from(comments)
    .where(and(readable, eq(id, before)));
  const upToPage = and(readable, isEarlier ? sql`(${createdAt}, ${id}) < (${start})` : undefined);
  const newest = db.select({ id, parentId }).from(comments).where(upToPage);
  const page = db.$with("page").as(newest.orderBy(desc(createdAt), desc(id)).limit(commentPageSize));
  const shown = sql`
    select ${page.id} from ${page} union all select ${page.parentId} from ${page}
    union all select ${id} from ${comments} where ${inArray(id, requested)}
    union all select ${parentId} from ${comments} where ${inArray(id, requested)}`;
  return (
    db
      .with(page)
      .select({
        row: columnsWithText(
          sql`case when ${inArray(id, requested)} then ${sql.raw(String(maxCommentLength))} else ${sql.raw(String(maxShownLength))} end`,
        ),
        waitsFor: sql<Side | null>`(${waitingSide})`,
        count: sql<number>`(${db.select({ count: count() }).from(comments).where(upToPage)})`,
      })
      .from(comments)
      // The plus keeps SQLite from reading all comments of the permit to find these.
      .where(and(sql`${id} in (${shown})`, sql`+${comments.permitId} = ${permitId}`, inScope))
      .prepare()
  );
});

const newestFirst = (first: PageRow, second: PageRow): number => oldestFirst(second, first);

function contextOf(shown: PageRow[], known: PageRow[], full?: PageRow): PageRow[] {
  const ids = new Set(shown.map(({ id }) => id));
  const fromOtherPage = full && !ids.has(full.id) ? [full] : [];
  const parentIds = new Set([...shown, ...fromOtherPage].map(({ parentId }) => parentId));
  const parents = known.filter(({ id }) => parentIds.has(id) && !ids.has(id) && id !== full?.id);
  return [...fromOtherPage, ...parents.map((row) => cut(row, maxContextLength))];
}

function cut(row: PageRow, maximumLength: number): PageRow {
  if (row.text.length <= maximumLength) return row;
  // Counts code points, as `substr` does in the database.
  const characters = [...row.text];
  if (characters.length <= maximumLength) return row;
  return { ...row, text: characters.slice(0, maximumLength).join(""), isCut: true };
}

const bytesOf = (rows: Row[]): number => rows.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
