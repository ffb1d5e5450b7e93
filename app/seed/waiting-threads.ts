import type * as tables from "~/models/tables.server";

type CommentRow = typeof tables.comments.$inferInsert & { id: number };
type WaitingRow = typeof tables.waitingThreads.$inferInsert;

/** Returns the threads whose last shared comment was written on a day or later: they wait for its other side. */
export function waitingThreadsOf(comments: CommentRow[], firstMoment: string): WaitingRow[] {
  const shared = comments.filter(({ isShared }) => isShared);
  const threads = Map.groupBy(shared, ({ id, parentId }) => parentId ?? id);
  return [...threads].flatMap(([commentId, thread]) => {
    const last = thread.reduce((one, other) => (other.createdAt >= one.createdAt ? other : one));
    if (last.createdAt < firstMoment) return [];
    const waitsFor = last.authorCityId ? "provider" : "city";
    return [{ commentId, permitId: last.permitId, waitsFor, since: last.createdAt }];
  });
}
