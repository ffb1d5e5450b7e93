import { failures } from "~/models/failures";
import { SavedViewEditSchema } from "~/models/saved-views/saved-view.schema.server";
import { readSavedView, renameView } from "~/models/saved-views/saved-view.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { savedViewDialog, savedViewId } from "../parts/saved-view-dialog.server";
import type { Route } from "./+types/rename-view";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { viewer, list } = savedViewDialog({ url, context });
  const { name, updatedAt } = await readSavedView(viewer, list, savedViewId(params));
  return { values: { name }, version: updatedAt };
}

export function action({ request, url, params, context }: Route.ActionArgs) {
  const { viewer, list, page } = savedViewDialog({ url, context });
  return submit(request, SavedViewEditSchema, { failure: failures.saveView }, async ({ name, updatedAt }) => {
    await renameView(viewer, list, savedViewId(params), name, updatedAt);
    return redirectWithSuccess(page, "View renamed");
  });
}

export default function RenameView({ loaderData: { values, version } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<"name">("view", { values });
  return (
    <FormDialog
      title="Rename view"
      form={form}
      labels={{ name: "Name" }}
      failure={failures.saveView}
      version={version}
      submit="Rename"
    >
      <TextField field={fields.name} required autoFocus />
    </FormDialog>
  );
}
