import { useState } from "react";
import { inOrder } from "~/models/plan-review/comment";
import type { Comment } from "~/models/plan-review/discussion.server";

/** The page's comments, and those under which an answer is half written: newer ones must not push it off. */
export function useHeldComments(comments: Comment[]): Comment[] {
  const [latest, setLatest] = useState({ comments, shown: comments });
  if (latest.comments === comments) return latest.shown;
  const ids = new Set(comments.map(({ id }) => id));
  const held = latest.shown
    .filter(({ id }) => !ids.has(id) && hasReplies(id))
    .map((comment) => ({ ...comment, isContext: true }));
  const shown = held.length > 0 ? inOrder([...comments, ...held]) : comments;
  setLatest({ comments, shown });
  return shown;
}

/** Whether an answer to a comment is typed in the page, also before its scripts ran. */
function hasReplies(id: number): boolean {
  const text = document.querySelector<HTMLTextAreaElement>(`#answer-${id} textarea`);
  return text !== null && text.value !== "";
}
