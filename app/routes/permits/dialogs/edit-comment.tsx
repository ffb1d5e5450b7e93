import { minutesToChange } from "~/models/comments/comment";
import { EditCommentSchema } from "~/models/comments/comment.schema.server";
import { editComment } from "~/models/comments/comment.server";
import { failures } from "~/models/failures";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { ownCommentOf, permitDialogOf } from "../parts/permit-dialog.server";
import type { Route } from "./+types/edit-comment";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const { text, updatedAt } = await ownCommentOf(viewer, id, sent.params.commentId);
  return { text, updatedAt };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  const options = { failure: failures.updateComment };
  return submit(sent.request, EditCommentSchema, options, async ({ text, updatedAt }) => {
    const comment = await ownCommentOf(viewer, id, sent.params.commentId);
    await editComment(viewer, comment.id, text, updatedAt);
    return redirectWithSuccess(`${page}#discussion`, "Comment updated");
  });
}

export default function EditComment({ loaderData: { text, updatedAt } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<"text">("edit-comment", { values: { text } });
  return (
    <FormDialog
      form={form}
      title="Edit comment"
      failure={failures.updateComment}
      version={updatedAt}
      submit="Save"
    >
      <TextField
        field={fields.text}
        label="Comment"
        hint={`A comment can be edited for ${minutesToChange} minutes after it was written.`}
        rows={6}
        required
        autoFocus
      />
    </FormDialog>
  );
}
