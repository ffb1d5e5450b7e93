import { failures } from "~/models/failures";
import { SavedViewSchema } from "~/models/saved-views/saved-view.schema.server";
import { saveView } from "~/models/saved-views/saved-view.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { savedViewDialog } from "../parts/saved-view-dialog.server";
import type { Route } from "./+types/save-view";

export function loader({ url, context }: Route.LoaderArgs) {
  savedViewDialog({ url, context });
  return { idempotencyKey: newIdempotencyKey() };
}

export function action({ request, url, context }: Route.ActionArgs) {
  const { viewer, list, page } = savedViewDialog({ url, context });
  return submit(request, SavedViewSchema, { failure: failures.saveView }, async (fields) => {
    await saveView(viewer, list, { ...fields, query: url.search });
    return redirectWithSuccess(page, "View saved");
  });
}

export default function SaveView({ loaderData: { idempotencyKey } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<"name">("view");
  return (
    <FormDialog
      title="Save this view"
      form={form}
      labels={{ name: "Name" }}
      failure={failures.saveView}
      idempotencyKey={idempotencyKey}
      submit="Save view"
    >
      <p>Its filters and order get a link of your own above the list.</p>
      <TextField field={fields.name} required autoFocus />
    </FormDialog>
  );
}
