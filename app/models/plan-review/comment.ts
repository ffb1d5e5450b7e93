/** How many minutes the author can edit or delete a comment after writing it. */
export const minutesToChange = 15;

export const maximumCommentLength = 10_000;

/** How many comments and replies a user can write in a minute. */
export const maximumCommentsPerMinute = 30;

/** How many comments and replies a page of the discussion has. */
export const commentPageSize = 20;

/** How many characters of a comment the discussion shows; `?comment=` shows all of them. */
export const maximumShownLength = 1000;

/** How many characters are shown of a comment that is on the page only because of its reply. */
export const maximumContextLength = 200;

/** How many bytes of comment text a page has at most. */
export const maximumShownBytes = 60_000;

export type CommentChange = "edit" | "delete";

type ChangeableComment = { authorId: number | null; createdAt: string; hasReplies: boolean };

/**
 * Returns why a user cannot edit or delete a comment, or undefined if they can. Only the author can, for
 * `minutesToChange`, and a comment with replies cannot be deleted.
 */
export function obstacleTo(change: CommentChange, comment: ChangeableComment, userId: number, now: string) {
  if (comment.authorId !== userId) return "not-own";
  if (Date.parse(now) - Date.parse(comment.createdAt) >= minutesToChange * 60_000) return "too-late";
  return change === "delete" && comment.hasReplies ? "has-replies" : undefined;
}

export type CommentObstacle = NonNullable<ReturnType<typeof obstacleTo>>;

type Written = { id: number; createdAt: string };

/** Compares two comments by the time they were written, which is in the same order as its text. */
export function oldestFirst(first: Written, second: Written): number {
  if (first.createdAt === second.createdAt) return first.id - second.id;
  return first.createdAt < second.createdAt ? -1 : 1;
}

/** Sorts comments by the time they were written, the oldest first. */
export const inOrder = <Comment extends Written>(comments: Comment[]): Comment[] =>
  comments.toSorted(oldestFirst);

type ThreadComment = { id: number; parentId: number | null };

/** Groups comments into threads, in the order of the comments. A reply whose comment is missing starts a thread. */
export function threadsOf<Comment extends ThreadComment>(comments: Comment[]) {
  const ids = new Set(comments.map(({ id }) => id));
  const starts = comments.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  return starts.map((start) => ({
    start,
    replies: comments.filter(({ parentId }) => parentId === start.id),
  }));
}
