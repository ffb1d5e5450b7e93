import type { PermitEditor } from "~/pages/permits/permit-detail.server";
import { PermitEditConflict } from "./permit-edit-conflict";
import { PermitForm, type PermitFormResult } from "./permit-form";
import { PermitHeader } from "./permit-header";

type PermitEditorPageProps = { editor: PermitEditor; formResult?: PermitFormResult };

export function PermitEditorPage({ editor: { permit, form }, formResult }: PermitEditorPageProps) {
  const page = `/permits/${permit.id}`;
  return (
    <>
      <PermitHeader permit={permit} back={{ to: page, label: "Back to the permit" }} isEditing />
      <PermitForm form={form} formResult={formResult} submitLabel="Save changes" cancelTo={page}>
        <PermitEditConflict formResult={formResult} />
      </PermitForm>
    </>
  );
}
