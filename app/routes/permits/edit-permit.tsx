import { formValuesOf, labelsOf } from "~/models/columns";
import { failures } from "~/models/failures";
import { permitEditSchema } from "~/models/permits/permit.schema.server";
import { updatePermit } from "~/models/permits/permit.server";
import { permitColumns } from "~/models/permits/permit-columns";
import { type Permit, permitNotFound, readPermit } from "~/models/permits/permit-scope.server";
import { nullIfNotFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithUndo } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { EditConflict } from "~/ui/edit-conflict";
import type { Route } from "./+types/edit-permit";
import { editQuestions } from "./parts/date-questions.server";
import { loadPermitEditor } from "./parts/load-permit.server";
import { PermitForm } from "./parts/permit-form";
import { PermitHeader } from "./parts/permit-header";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "permit.read");
  return loadPermitEditor(viewer, idOf(params.id, permitNotFound(viewer)), request);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "permit.read");
  const id = idOf(params.id, permitNotFound(viewer));
  // The command reports a missing permit: the form keeps the typed values.
  const schema = permitEditSchema((await nullIfNotFound(readPermit(viewer, id))) ?? undefined);
  const options = {
    failure: failures.updatePermit,
    ask: (dates: Parameters<typeof editQuestions>[2]) => editQuestions(viewer, id, dates),
  };
  return submit(request, schema, options, async ({ updatedAt, ...changes }) => {
    await updatePermit(viewer, id, changes, updatedAt);
    return redirectWithUndo(`/permits/${id}`, "Permit updated successfully", { viewer, kind: "permit", id });
  });
}

export default function EditPermit({ loaderData: { permit, strip, form } }: Route.ComponentProps) {
  const page = `/permits/${permit.id}`;
  return (
    <>
      <PermitHeader
        permit={permit}
        strip={strip}
        back={{ to: page, label: "Back to the permit" }}
        isEditing
      />
      <PermitForm form={form} submitLabel="Save changes" cancelTo={page}>
        <EditConflict labels={labelsOf(permitColumns)} valuesOf={valuesOf} columns={permitColumns} />
      </PermitForm>
    </>
  );
}

const valuesOf = (permit: Permit) => ({
  ...formValuesOf(permitColumns, permit),
  revisionNumber: permit.revisionNumber ?? "none",
});
