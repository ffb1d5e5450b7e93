import { formValuesOf, labelsOf } from "~/models/columns";
import { permitColumns } from "~/models/permits/permit-columns";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { PermitEditor } from "./load-permit.server";
import { EditConflict } from "~/ui/edit-conflict";
import { PermitForm } from "./permit-form";
import { PermitHeader } from "./permit-header";

export function PermitEditorPage({ editor: { permit, form } }: { editor: PermitEditor }) {
  const page = `/permits/${permit.id}`;
  return (
    <>
      <PermitHeader permit={permit} back={{ to: page, label: "Back to the permit" }} isEditing />
      <PermitForm form={form} submitLabel="Save changes" cancelTo={page}>
        <EditConflict
          labels={labelsOf(permitColumns)}
          valuesOf={valuesOf}
          columns={permitColumns}
          startAgainTo={`${page}?edit`}
        />
      </PermitForm>
    </>
  );
}

const valuesOf = (permit: Permit) => ({
  ...formValuesOf(permitColumns, permit),
  revisionNumber: permit.revisionNumber ?? "none",
});
