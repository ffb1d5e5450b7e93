import { idOf } from "~/api.server";
import { submit } from "~/form.server";
import { failures } from "~/models/failures";
import { minutesToChange } from "~/models/plan-review/comment";
import { EditCommentSchema } from "~/models/plan-review/comment.schema.server";
import { editComment } from "~/models/plan-review/comment.server";
import { readOwnComment } from "~/models/plan-review/comment-list.server";
import { notFound } from "~/models/refusal";
import { redirectWithSuccess } from "~/toast.server";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { permitDialogOf } from "../parts/permit-dialog.server";
import type { Route } from "./+types/edit-comment";

const commentIdIn = ({ params }: Route.ActionArgs) => idOf({ id: params.commentId }, notFound("Comment"));

export async function loader(sent: Route.LoaderArgs) {
  const { viewer } = permitDialogOf(sent);
  const { text, updatedAt } = await readOwnComment(viewer, commentIdIn(sent));
  return { text, updatedAt };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, page } = permitDialogOf(sent);
  const options = { failure: failures.updateComment };
  return submit(sent.request, EditCommentSchema, options, async ({ text, updatedAt }) => {
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
