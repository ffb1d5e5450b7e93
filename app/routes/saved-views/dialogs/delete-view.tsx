import { failures } from "~/models/failures";
import { DeleteSavedViewSchema } from "~/models/saved-views/saved-view.schema.server";
import { deleteView, readSavedView } from "~/models/saved-views/saved-view.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { savedViewDialog, savedViewId } from "../parts/saved-view-dialog.server";
import type { Route } from "./+types/delete-view";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { viewer, list } = savedViewDialog({ url, context });
  const { name, updatedAt } = await readSavedView(viewer, list, savedViewId(params));
  return { name, version: updatedAt };
}

export function action({ request, url, params, context }: Route.ActionArgs) {
  const { viewer, list, page } = savedViewDialog({ url, context });
  return submit(request, DeleteSavedViewSchema, { failure: failures.deleteView }, async ({ updatedAt }) => {
    await deleteView(viewer, list, savedViewId(params), updatedAt);
    return redirectWithSuccess(page, "View deleted");
  });
}

export default function DeleteView({ loaderData: { name, version } }: Route.ComponentProps) {
  return (
    <DeleteDialog title="Delete view" failure={failures.deleteView} version={version}>
      <p>
        <strong className="break-words">{name}</strong> will be deleted. The list keeps what it has.
      </p>
    </DeleteDialog>
  );
}
