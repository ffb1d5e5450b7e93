import { deleteComment } from "~/models/comments/comment.server";
import { failures } from "~/models/failures";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithUndo } from "~/platform/http/toast.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { ownCommentOf, permitDialogOf } from "../parts/permit-dialog.server";
import type { Route } from "./+types/delete-comment";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const { text } = await ownCommentOf(viewer, id, sent.params.commentId);
  return { text };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id: permitId, page } = permitDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.deleteComment }, async () => {
    const comment = await ownCommentOf(viewer, permitId, sent.params.commentId);
    const { id } = await deleteComment(viewer, comment.id);
    return redirectWithUndo(`${page}#discussion`, "Comment deleted", { viewer, kind: "comment", id });
  });
}

export default function DeleteComment({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <DeleteDialog title="Delete comment" failure={failures.deleteComment}>
      <p>Your comment will be deleted.</p>
      <p className="note comment-text">{text}</p>
    </DeleteDialog>
  );
}
