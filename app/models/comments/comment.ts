/** After writing it, by its author. */
export const minutesToChange = 15;

export const maxCommentLength = 10_000;

export const maxCommentsPerMinute = 30;

export const commentPageSize = 20;

/** `?comment=` shows all of them. */
export const maxShownLength = 1000;

/** Of a comment that is on the page only because of its reply. */
export const maxContextLength = 200;

export const maxShownBytes = 60_000;

/** Who writes to whom about a permit. */
export const sides = ["provider", "city"] as const;
export type Side = (typeof sides)[number];

export type CommentChange = "edit" | "delete";

type ChangeableComment = { authorId: number | null; createdAt: string; hasReplies: boolean };

export function obstacleTo(change: CommentChange, comment: ChangeableComment, userId: number, now: string) {
  if (comment.authorId !== userId) return "not-own";
  if (Date.parse(now) - Date.parse(comment.createdAt) >= minutesToChange * 60_000) return "too-late";
  return change === "delete" && comment.hasReplies ? "has-replies" : undefined;
}

export type CommentObstacle = NonNullable<ReturnType<typeof obstacleTo>>;

type Written = { id: number; createdAt: string };

export function oldestFirst(first: Written, second: Written): number {
  if (first.createdAt === second.createdAt) return first.id - second.id;
  return first.createdAt < second.createdAt ? -1 : 1;
}

export const inOrder = <Comment extends Written>(comments: Comment[]): Comment[] =>
  comments.toSorted(oldestFirst);

type ThreadComment = { id: number; parentId: number | null };

/** A reply whose comment is missing starts a thread. */
export function threadsOf<Comment extends ThreadComment>(comments: Comment[]) {
  const ids = new Set(comments.map(({ id }) => id));
  const starts = comments.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  return starts.map((start) => ({
    start,
    replies: comments.filter(({ parentId }) => parentId === start.id),
  }));
}
