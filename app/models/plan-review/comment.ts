/** How long a comment can be changed or deleted by its author; afterwards the record stands. */
export const minutesToChange = 15;

export const mostCommentText = 10_000;

/** What a person can write in a minute: comments and answers together. */
export const mostCommentsInMinute = 30;

/** A page of the discussion: comments and answers together. */
export const commentPageSize = 20;

/** A longer comment is cut to this many characters, until it is read by itself. */
export const longestShown = 1000;

/** The opening comment of an answer that is on the page without it. */
export const longestContext = 200;

/** Bytes of text on a page, however long its comments are. */
export const mostShownBytes = 60_000;

/** Whether a comment is still young enough at a moment to be changed or deleted. */
export function mayStillChange(comment: { createdAt: string }, now: string): boolean {
  return Date.parse(now) - Date.parse(comment.createdAt) < minutesToChange * 60_000;
}

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
    answers: comments.filter(({ parentId }) => parentId === start.id),
  }));
}
