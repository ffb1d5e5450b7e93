import type { CommentFormResult } from "~/pages/plan-review/comment-actions.server";
import type { PermitFormResult } from "../permits/permit-form";

export function formResultsOf(actionData: unknown): {
  formResult?: PermitFormResult;
  commentResult?: CommentFormResult;
} {
  const formResult = actionData as (PermitFormResult & CommentFormResult) | undefined;
  return formResult?.commentForm ? { commentResult: formResult } : { formResult };
}
