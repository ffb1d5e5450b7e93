import { pageQuery } from "~/models/address";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { notFound } from "~/models/refusal";
import { DeleteStandardCommentSchema } from "~/models/standard-comments/standard-comment.schema.server";
import { deleteStandardComment, readForChange } from "~/models/standard-comments/standard-comment.server";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ConfirmDialog } from "~/ui/form-dialog";
import type { Route } from "./+types/delete-standard-comment";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "standard-comment.manage");
  const row = await readForChange(viewer, idOf(params.id, notFound("Standard comment")));
  return { title: row.title, text: row.text, uses: row.uses, version: row.updatedAt };
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "standard-comment.manage");
  const failure = failures.saveStandardComment;
  return submit(request, DeleteStandardCommentSchema, { failure }, async ({ updatedAt }) => {
    const id = idOf(params.id, notFound("Standard comment"));
    const { isDeleted } = await deleteStandardComment(viewer, id, updatedAt);
    const message = isDeleted ? "Standard comment deleted" : "Standard comment switched off";
    return redirectWithSuccess(`/standard-comments${pageQuery(url.search)}`, message);
  });
}

/** Confirms the deletion of a standard comment; one that was used is only switched off. */
export default function DeleteStandardComment({ loaderData }: Route.ComponentProps) {
  const { title, text, uses, version } = loaderData;
  const isUsed = uses > 0;
  return (
    <ConfirmDialog
      title={isUsed ? "Switch off standard comment" : "Delete standard comment"}
      failure={failures.saveStandardComment}
      submit={isUsed ? "Switch off" : "Delete"}
      busyLabel={isUsed ? "Switching off..." : "Deleting..."}
      tone="danger"
      version={version}
    >
      <p className="note">{text}</p>
      <p>
        <strong className="break-words">{title}</strong>{" "}
        {isUsed
          ? `was used in ${pluralize(uses, "correction", "corrections")}, which keep their text. It will no longer be offered, and can be made active again.`
          : "was never used. It will be deleted. This cannot be undone."}
      </p>
    </ConfirmDialog>
  );
}
