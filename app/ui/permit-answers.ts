import type { CommentAnswer } from "~/pages/plan-review/comment-actions.server";
import type { PermitFormAnswer } from "./permits/permit-form";

/**
 * Which version of a row its form was filled from. A refused form keeps the one it was opened with, though
 * the page may know a newer by now; after a clash, the newer has been shown, and saving again is meant.
 */
export function seenBy(
  answer: PermitFormAnswer | undefined,
  shown?: string,
  opened?: string,
  field = "seen",
) {
  const typed = answer?.result.initialValue?.[field] as string | undefined;
  return shown ?? typed ?? opened;
}

/** What a refused form of a permit's page got back: the discussion tells its own forms apart from the others. */
export function answersOf(actionData: unknown): { answer?: PermitFormAnswer; commentAnswer?: CommentAnswer } {
  const answer = actionData as (PermitFormAnswer & CommentAnswer) | undefined;
  return answer?.commentForm ? { commentAnswer: answer } : { answer };
}
