import { minutesToChange } from "~/models/comments/comment";
import { EditCommentSchema } from "~/models/comments/comment.schema.server";
import { editComment } from "~/models/comments/comment.server";
import { readOwnComment } from "~/models/comments/comment-list.server";
import { failures } from "~/models/failures";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { permitDialogOf, rowOfPermit } from "../parts/permit-dialog.server";
import type { Route } from "./+types/edit-comment";

const commentIdIn = ({ params }: Route.ActionArgs) => idOf(params.commentId, notFound("Comment"));

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const { text, updatedAt } = await rowOfPermit(readOwnComment(viewer, commentIdIn(sent)), id, "Comment");
  return { text, updatedAt };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  const options = { failure: failures.updateComment };
  return submit(sent.request, EditCommentSchema, options, async ({ text, updatedAt }) => {
    await rowOfPermit(readOwnComment(viewer, commentIdIn(sent)), id, "Comment");
    await editComment(viewer, commentIdIn(sent), text, updatedAt);
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
        autoFocus={!form.formResult}
      />
    </FormDialog>
  );
}
