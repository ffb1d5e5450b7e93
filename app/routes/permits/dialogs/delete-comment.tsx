import { idOf } from "~/api.server";
import { NoFields, submit } from "~/form.server";
import { failures } from "~/models/failures";
import { deleteComment } from "~/models/plan-review/comment.server";
import { readOwnComment } from "~/models/plan-review/comment-list.server";
import { notFound } from "~/models/refusal";
import { redirectWithSuccess } from "~/toast.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { permitDialogOf } from "../parts/permit-dialog.server";
import type { Route } from "./+types/delete-comment";

const commentIdIn = ({ params }: Route.ActionArgs) => idOf({ id: params.commentId }, notFound("Comment"));

export async function loader(sent: Route.LoaderArgs) {
  const { viewer } = permitDialogOf(sent);
  const { text } = await readOwnComment(viewer, commentIdIn(sent));
  return { text };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, page } = permitDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.deleteComment }, async () => {
    await deleteComment(viewer, commentIdIn(sent));
    return redirectWithSuccess(`${page}#discussion`, "Comment deleted");
  });
}

export default function DeleteComment({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <DeleteDialog title="Delete comment" failure={failures.deleteComment}>
      <p>Your comment will be deleted. This cannot be undone.</p>
      <p className="note comment-text">{text}</p>
    </DeleteDialog>
  );
}
