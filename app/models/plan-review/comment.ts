/** How long a comment can be changed or deleted by its author; afterwards the record stands. */
export const minutesToChange = 15;

export const mostCommentText = 10_000;

/** What a person can write in a minute: comments and answers together. */
export const mostCommentsInMinute = 30;

/** A page of the discussion: comments and answers together. */
export const commentPageSize = 20;

/** A longer comment is cut to this many characters, until it is read by itself. */
export const maximumShownLength = 1000;

/** The opening comment of an answer that is on the page without it. */
export const maximumContextLength = 200;

/** Bytes of text on a page, however long its comments are. */
export const maximumShownBytes = 60_000;

export type CommentChange = "edit" | "delete";

type Changing = { authorId: number | null; createdAt: string; hasReplies: boolean };

/**
 * What keeps a user from editing or deleting a comment at a moment, undefined when nothing does: only its
 * author may, for a few minutes, and nobody deletes what has been answered.
 */
export function obstacleTo(change: CommentChange, comment: Changing, userId: number, now: string) {
  if (comment.authorId !== userId) return "not-own";
  if (Date.parse(now) - Date.parse(comment.createdAt) >= minutesToChange * 60_000) return "too-late";
  return change === "delete" && comment.hasReplies ? "answered" : undefined;
}

export type CommentObstacle = NonNullable<ReturnType<typeof obstacleTo>>;

/** Comments in the order in which they were written. */
export function inOrder<Comment extends { id: number; createdAt: string }>(comments: Comment[]): Comment[] {
  const place = ({ createdAt }: Comment) => Date.parse(createdAt);
  return comments.toSorted((one, other) => place(one) - place(other) || one.id - other.id);
}

type InThread = { id: number; parentId: number | null };

/** Comments as threads: each with its answers, in the order in which they came. */
export function threadsOf<Comment extends InThread>(comments: Comment[]) {
  const ids = new Set(comments.map(({ id }) => id));
  const starts = comments.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  return starts.map((start) => ({
    start,
    replies: comments.filter(({ parentId }) => parentId === start.id),
  }));
}
