import { useState } from "react";
import { inOrder } from "~/models/plan-review/comment";
import type { ShownComment } from "~/pages/plan-review/comment-actions.server";

/** Returns the page's comments, and earlier ones whose unsent reply would otherwise be lost. */
export function useShownComments(comments: ShownComment[]): ShownComment[] {
  const [latest, setLatest] = useState({ comments, shown: comments });
  if (latest.comments === comments) return latest.shown;
  const ids = new Set(comments.map(({ id }) => id));
  const withUnsentReply = latest.shown
    .filter(({ id }) => !ids.has(id) && hasUnsentReply(id))
    .map((comment) => ({ ...comment, isContext: true }));
  const shown = withUnsentReply.length > 0 ? inOrder([...comments, ...withUnsentReply]) : comments;
  setLatest({ comments, shown });
  return shown;
}

/** Whether a comment's reply field has text. Reads the DOM: the user may have typed before scripts ran. */
function hasUnsentReply(id: number): boolean {
  const text = document.querySelector<HTMLTextAreaElement>(`#reply-${id} textarea`);
  return text !== null && text.value !== "";
}
