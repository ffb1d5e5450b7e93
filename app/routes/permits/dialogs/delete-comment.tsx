import { deleteComment } from "~/models/comments/comment.server";
import { readOwnComment } from "~/models/comments/comment-list.server";
import { failures } from "~/models/failures";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { permitDialogOf, rowOfPermit } from "../parts/permit-dialog.server";
import type { Route } from "./+types/delete-comment";

const commentIdIn = ({ params }: Route.ActionArgs) => idOf(params.commentId, notFound("Comment"));

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const { text } = await rowOfPermit(readOwnComment(viewer, commentIdIn(sent)), id, "Comment");
  return { text };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.deleteComment }, async () => {
    await rowOfPermit(readOwnComment(viewer, commentIdIn(sent)), id, "Comment");
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
