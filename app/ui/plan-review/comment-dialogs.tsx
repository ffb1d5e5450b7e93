import { failures } from "~/models/failures";
import { minutesToChange } from "~/models/plan-review/comment";
import type { Comment } from "~/models/plan-review/discussion.server";
import type { CommentFormResult } from "~/pages/plan-review/comment-actions.server";
import { DeleteDialog } from "../confirm-dialog";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { useCommentForm } from "./comment-forms";
import { useDiscussionAddress } from "./discussion-address";

type DialogProps<DialogComment> = { comment: DialogComment; formResult?: CommentFormResult };

type EditedComment = { id: number; text: string; updatedAt?: string };

export function EditCommentDialog({ comment, formResult }: DialogProps<EditedComment>) {
  const closeTo = useDiscussionAddress()({});
  const { post, fields } = useCommentForm(
    "edit-comment",
    formResult,
    { dialog: "edit-comment", commentId: String(comment.id) },
    { text: comment.text },
  );
  return (
    <Dialog title="Edit comment" closeTo={closeTo}>
      <PostForm
        {...post}
        failure={failures.updateComment}
        version={comment.updatedAt ?? ""}
        className="stack"
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
        <DialogActions closeTo={closeTo}>Save</DialogActions>
      </PostForm>
    </Dialog>
  );
}

export function DeleteCommentDialog({ comment, formResult }: DialogProps<Comment>) {
  const address = useDiscussionAddress();
  return (
    <DeleteDialog
      title="Delete comment"
      failure={failures.deleteComment}
      action={address({ dialog: "delete-comment", commentId: String(comment.id) })}
      preventScrollReset
      closeTo={address({})}
      formResult={formResult?.commentForm === "delete-comment" ? formResult : undefined}
    >
      <p>Your comment will be deleted. This cannot be undone.</p>
      <p className="note comment-text">{comment.text}</p>
    </DeleteDialog>
  );
}
