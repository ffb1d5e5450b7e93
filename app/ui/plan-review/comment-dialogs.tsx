import { failures } from "~/models/failures";
import { minutesToChange } from "~/models/plan-review/comment";
import type { Comment } from "~/models/plan-review/discussion.server";
import { TextField } from "../fields";
import { usePageAddress } from "../page-address";
import { DeleteDialog, FormDialog, usePostForm } from "../post-form";

type EditedComment = { id: number; text: string; updatedAt?: string };

export function EditCommentDialog({ comment }: { comment: EditedComment }) {
  const { addressOf } = usePageAddress("discussion");
  const [form, fields] = usePostForm<"text">("edit-comment", { values: { text: comment.text } });
  return (
    <FormDialog
      form={form}
      title="Edit comment"
      action={addressOf({ dialog: "edit-comment", commentId: comment.id })}
      preventScrollReset
      closeTo={addressOf()}
      failure={failures.updateComment}
      version={comment.updatedAt ?? ""}
      submit="Save"
    >
      <TextField
        field={fields.text}
        label="Comment"
        hint={`A comment can be edited for ${minutesToChange} minutes after it was written.`}
        rows={6}
        required
        autoFocus={!form.formResult}
      />
    </FormDialog>
  );
}

export function DeleteCommentDialog({ comment }: { comment: Comment }) {
  const { addressOf } = usePageAddress("discussion");
  return (
    <DeleteDialog
      title="Delete comment"
      failure={failures.deleteComment}
      action={addressOf({ dialog: "delete-comment", commentId: comment.id })}
      preventScrollReset
      closeTo={addressOf()}
    >
      <p>Your comment will be deleted. This cannot be undone.</p>
      <p className="note comment-text">{comment.text}</p>
    </DeleteDialog>
  );
}
