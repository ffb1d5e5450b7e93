import type { CommentAnswer } from "~/pages/plan-review/comment-actions.server";
import type { PermitFormAnswer } from "./permit-form";

/** Sorts the result of a refused form of a permit's page: for the discussion, or for any other part. */
export function answersOf(actionData: unknown): { answer?: PermitFormAnswer; commentAnswer?: CommentAnswer } {
  const answer = actionData as (PermitFormAnswer & CommentAnswer) | undefined;
  return answer?.commentForm ? { commentAnswer: answer } : { answer };
}
