/** How long a comment can be changed or deleted by its author; afterwards the record stands. */
export const minutesToChange = 15;

export const mostCommentText = 10_000;

/** Whether a comment is still young enough at a moment to be changed or deleted. */
export function mayStillChange(comment: { createdAt: string }, now: string): boolean {
  return Date.parse(now) - Date.parse(comment.createdAt) < minutesToChange * 60_000;
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
