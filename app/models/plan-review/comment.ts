/** How long a comment can be edited or deleted by its author. */
export const minutesToChange = 15;

export const maximumCommentLength = 10_000;

/** How many comments and replies one user can write in a minute. */
export const maximumCommentsPerMinute = 30;

/** Comments and replies on a page of the discussion. */
export const commentPageSize = 20;

/** Characters of a comment on a page of the discussion; the rest is on a page of its own. */
export const maximumShownLength = 1000;

/** Characters of a comment that is shown only because its reply is on the page. */
export const maximumContextLength = 200;

/** Bytes of comment text on a page. */
export const maximumShownBytes = 60_000;

export type CommentChange = "edit" | "delete";

type ChangeableComment = { authorId: number | null; createdAt: string; hasReplies: boolean };

/**
 * Returns why a user cannot edit or delete a comment at a moment, or undefined if they can. Only the author
 * can, for a few minutes, and a comment with replies cannot be deleted.
 */
export function obstacleTo(change: CommentChange, comment: ChangeableComment, userId: number, now: string) {
  if (comment.authorId !== userId) return "not-own";
  if (Date.parse(now) - Date.parse(comment.createdAt) >= minutesToChange * 60_000) return "too-late";
  return change === "delete" && comment.hasReplies ? "has-replies" : undefined;
}

export type CommentObstacle = NonNullable<ReturnType<typeof obstacleTo>>;

/** Sorts comments into the order in which they were written. */
export function inOrder<Comment extends { id: number; createdAt: string }>(comments: Comment[]): Comment[] {
  const timeOf = ({ createdAt }: Comment) => Date.parse(createdAt);
  return comments.toSorted((a, b) => timeOf(a) - timeOf(b) || a.id - b.id);
}

type InThread = { id: number; parentId: number | null };

/** Groups comments into threads, each with its replies. Keeps the order of the comments. */
export function threadsOf<Comment extends InThread>(comments: Comment[]) {
  const ids = new Set(comments.map(({ id }) => id));
  const starts = comments.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  return starts.map((start) => ({
    start,
    replies: comments.filter(({ parentId }) => parentId === start.id),
  }));
}
