import { failures } from "~/models/failures";
import { minutesToChange } from "~/models/plan-review/comment";
import type { Comment } from "~/models/plan-review/discussion.server";
import type { CommentFormResult } from "~/pages/plan-review/comment-actions.server";
import { DeleteDialog, FormDialog } from "../form-dialog";
import { usePageAddress } from "../page-address";
import { TextField } from "../text-field";
import { useCommentForm } from "./comment-forms";

type Props<DialogComment> = { comment: DialogComment; formResult?: CommentFormResult };

type EditedComment = { id: number; text: string; updatedAt?: string };

export function EditCommentDialog({ comment, formResult }: Props<EditedComment>) {
  const { addressOf } = usePageAddress("discussion");
  const { post, fields } = useCommentForm(
    "edit-comment",
    formResult,
    { dialog: "edit-comment", commentId: comment.id },
    { text: comment.text },
  );
  return (
    <FormDialog
      {...post}
      title="Edit comment"
      closeTo={addressOf()}
      failure={failures.updateComment}
      version={comment.updatedAt ?? ""}
      submit="Save"
    >
      <TextField
        field={fields.text}
        label="Comment"
        hint={`A comment can be edited for ${minutesToChange} minutes after it was written.`}
        multiline
        rows={6}
        required
        autoFocus={!post.form.formResult}
      />
    </FormDialog>
  );
}

export function DeleteCommentDialog({ comment, formResult }: Props<Comment>) {
  const { addressOf } = usePageAddress("discussion");
  return (
    <DeleteDialog
      title="Delete comment"
      failure={failures.deleteComment}
      action={addressOf({ dialog: "delete-comment", commentId: comment.id })}
      preventScrollReset
      closeTo={addressOf()}
      formResult={formResult?.commentForm === "delete-comment" ? formResult : undefined}
    >
      <p>Your comment will be deleted. This cannot be undone.</p>
      <p className="note comment-text">{comment.text}</p>
    </DeleteDialog>
  );
}
