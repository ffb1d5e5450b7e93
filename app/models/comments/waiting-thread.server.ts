import { type AnyColumn, and, asc, desc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { alias, jsonRows, limitOf, orderedJoin, rowsColumn } from "~/platform/db/dialect.server";
import { existsIn, holds } from "~/platform/db/exists.server";
import { env } from "~/platform/env.server";
import { queryOf } from "../address";
import { recordEvent } from "../audit.server";
import { finalStatuses } from "../permits/permit";
import { permitAddress } from "../permits/permit-address";
import { readPermit, visibleTo } from "../permits/permit-scope.server";
import { allow, isReviewer, scopeOf, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { currentCycleSql } from "../review-cycle.server";
import { pick } from "../shown-fields";
import { assignments, cities, comments, permits, waitingThreads } from "../tables.server";
import type { Side } from "./comment";
import { columnsWithText, readComment } from "./comment-list.server";

export const sideOf = (viewer: Viewer): Side =>
  scopeOf(viewer, "comment.read") === "city" ? "city" : "provider";

const other: Record<Side, Side> = { city: "provider", provider: "city" };

type Shared = Record<"id" | "parentId" | "isShared", AnyColumn>;

const sharedIn = (startId: number | SQL, table: Shared = comments): SQL =>
  and(or(eq(table.id, startId), eq(table.parentId, startId)), eq(table.isShared, true)) as SQL;

type ThreadComment = Pick<typeof comments.$inferSelect, "id" | "parentId" | "isShared">;

/** Call it after a comment was added to a thread or deleted from it: the last shared one's other side has to reply. */
export async function updateWaiting(tx: Connection, { id, parentId, isShared }: ThreadComment) {
  if (!isShared) return;
  const startId = parentId ?? id;
  const [last] = await tx
    .select(pick(comments, "permitId", "authorCityId", "createdAt"))
    .from(comments)
    .where(sharedIn(startId))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(1);
  const [waiting] = await tx.select().from(waitingThreads).where(eq(waitingThreads.commentId, startId));
  if (!last) return;
  const waitsFor = other[last.authorCityId === null ? "provider" : "city"];
  // A second comment of one side waits since its first.
  if (waiting?.waitsFor === waitsFor) return;
  const row = { waitsFor, since: last.createdAt };
  await tx
    .insert(waitingThreads)
    .values({ commentId: startId, permitId: last.permitId, ...row })
    .onConflictDoUpdate({ target: waitingThreads.commentId, set: row });
}

/** Says that a thread needs no reply of the viewer's side, who has read it until this comment. */
export function settleThread(viewer: Viewer, commentId: number): Promise<void> {
  return write(async (tx) => {
    const { id, parentId, permitId } = await readComment(viewer, commentId, tx);
    allow(viewer, "comment.write", await readPermit(viewer, permitId, tx));
    const startId = parentId ?? id;
    const isWaiting = and(
      eq(waitingThreads.commentId, startId),
      eq(waitingThreads.waitsFor, sideOf(viewer)),
    ) as SQL;
    if (!(await holds(tx, existsIn(waitingThreads, isWaiting)))) return;
    if (await holds(tx, existsIn(comments, sharedIn(startId), gt(comments.id, id)))) throw newerComment();
    await tx.delete(waitingThreads).where(isWaiting);
    await recordEvent(tx, viewer, "comment.settled", startId, {});
  });
}

const newerComment = () => new Refusal(409, "There is a newer comment, which still waits for a reply");

/** A reviewer answers in the disciplines that they review in the current cycle, and in their own threads. */
function answeredBy(viewer: Viewer): SQL | undefined {
  if (!isReviewer(viewer)) return undefined;
  const isReviewed = existsIn(
    assignments,
    eq(assignments.permitId, permits.id),
    currentCycleSql,
    eq(assignments.employeeId, viewer.employeeId ?? -1),
    sql`(${comments.discipline} is null or ${comments.discipline} = ${assignments.discipline})`,
  );
  return existsIn(
    comments,
    eq(comments.id, waitingThreads.commentId),
    or(isReviewed, eq(comments.authorId, viewer.id)),
  );
}

const waitingFor = (viewer: Viewer): SQL =>
  and(
    eq(waitingThreads.waitsFor, sideOf(viewer)),
    visibleTo(viewer),
    sql`${permits.status} not in ${finalStatuses}`,
    answeredBy(viewer),
  ) as SQL;

/** A cross join: SQLite must not begin with all permits of a city. */
const waitingIds = (viewer: Viewer) =>
  db
    .select({ id: waitingThreads.commentId })
    .from(waitingThreads)
    .crossJoin(permits)
    .where(and(eq(permits.id, waitingThreads.permitId), waitingFor(viewer)));

export async function countWaitingThreads(viewer: Viewer): Promise<number> {
  allow(viewer, "comment.read");
  return db.$count(waitingIds(viewer).as("waiting"));
}

/** The threads that the queue looks at. A permit with as many hides those that have waited less. */
const longestWaiting = 100;

/** The permits whose threads have waited longest for the viewer's side. */
export const waitingPermits = (viewer: Viewer, limit: number): SQL => sql`
  select permit_id as id from (
    select ${waitingThreads.permitId} as permit_id, ${waitingThreads.since} as since from ${waitingThreads}
    ${orderedJoin} ${permits} on ${permits.id} = ${waitingThreads.permitId}
    where ${waitingFor(viewer)}
    order by ${waitingThreads.since}, ${waitingThreads.commentId} limit ${limitOf(longestWaiting)}
  ) as longest group by permit_id order by min(since), permit_id limit ${limitOf(limit)}`;

type Waiting = { commentId: number; since: string };

/** The threads of a permit that wait for the viewer's side, the longest first. */
export const waitingInPermit = (viewer: Viewer) =>
  rowsColumn<Waiting>(
    db
      .select({ rows: jsonRows(pick(waitingThreads, "commentId", "since"), waitingThreads.since) })
      .from(waitingThreads)
      .where(and(eq(waitingThreads.permitId, permits.id), waitingFor(viewer))),
  );

const last = alias(comments, "last");
const lastId = db
  .select({ id: last.id })
  .from(last)
  .where(sharedIn(sql`${waitingThreads.commentId}`, last))
  .orderBy(desc(last.createdAt), desc(last.id))
  .limit(1);

const lastComment = columnsWithText(sql.raw("300"));
const longestFirst = [asc(waitingThreads.since), asc(waitingThreads.commentId)];

/** The threads whose reply is the viewer's, those that have waited longest first, each with its last comment. */
export async function listWaitingThreads(
  viewer: Viewer,
  { limit, offset = 0 }: { limit: number; offset?: number },
) {
  allow(viewer, "comment.read");
  const ids = waitingIds(viewer)
    .orderBy(...longestFirst)
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select({
      ...pick(waitingThreads, "commentId", "since", "permitId"),
      ...pick(permits, "urban37PermitNumber", "revisionNumber", "cityPermitNumber", "projectName"),
      cityName: cities.cityName,
      last: pick(lastComment, "id", "text", "isCut", "authorName", "authorCityId", "discipline"),
    })
    .from(waitingThreads)
    .innerJoin(permits, eq(permits.id, waitingThreads.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .innerJoin(comments, sql`${comments.id} = (${lastId})`)
    .where(inArray(waitingThreads.commentId, ids))
    .orderBy(...longestFirst);
  const isCity = sideOf(viewer) === "city";
  return rows.map(({ last, ...row }) => {
    const { authorCityId, ...comment } = last;
    const isByProvider = isCity && authorCityId !== viewer.cityId;
    return {
      ...row,
      last: { ...comment, authorName: isByProvider ? env.PROVIDER_NAME : comment.authorName },
    };
  });
}

/** Leads to the field for a reply. */
export const threadAddress = (
  viewer: Viewer,
  { permitId, commentId }: { permitId: number; commentId: number },
) =>
  `${permitAddress(viewer, permitId)}${queryOf({ comment: commentId, reply: commentId })}#reply-${commentId}-text`;

export type WaitingThread = Awaited<ReturnType<typeof listWaitingThreads>>[number];
