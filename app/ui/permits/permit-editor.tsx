import { formValuesOf, labelsOf } from "~/models/columns";
import { permitColumns } from "~/models/permits/permit-columns";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { PermitEditor } from "~/pages/permits/permit-detail.server";
import { EditConflict } from "../edit-conflict";
import { valueTextOf } from "../value-text";
import { PermitForm, type PermitFormResult } from "./permit-form";
import { PermitHeader } from "./permit-header";

type PermitEditorPageProps = { editor: PermitEditor; formResult?: PermitFormResult };

export function PermitEditorPage({ editor: { permit, form }, formResult }: PermitEditorPageProps) {
  const page = `/permits/${permit.id}`;
  return (
    <>
      <PermitHeader permit={permit} back={{ to: page, label: "Back to the permit" }} isEditing />
      <PermitForm form={form} formResult={formResult} submitLabel="Save changes" cancelTo={page}>
        <EditConflict
          formResult={formResult}
          labels={labelsOf(permitColumns)}
          valuesOf={valuesOf}
          textOf={valueTextOf(permitColumns)}
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
