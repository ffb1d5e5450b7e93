import type { ComponentProps, ReactNode } from "react";
import { correctionColumns } from "~/models/corrections/correction-columns";
import { failures } from "~/models/failures";
import {
  type CorrectionFieldName,
  type CorrectionFormData,
  CorrectionFormFields,
  correctionFormLabels,
  withTyped,
} from "~/ui/corrections/correction-form-fields";
import { DialogDiscipline } from "~/ui/corrections/correction-lines";
import { EditConflict } from "~/ui/edit-conflict";
import { FormDialog } from "~/ui/form-dialog";
import { type DialogActions, usePostForm } from "~/ui/post-form";

const { discipline: _, ...editableLabels } = correctionFormLabels;

type CorrectionFormDialogProps = {
  title: ReactNode;
  documentTitle?: string;
  form: CorrectionFormData & {
    action?: string;
    closeTo?: string;
    obstacle: string | null;
    idempotencyKey: string;
    version?: string;
    /** A blocker of the letter leads here, to give the reason. */
    lacksReason?: boolean;
  };
  submit: string;
  button?: Partial<ComponentProps<typeof DialogActions>>;
};

export function CorrectionFormDialog({ form: data, ...dialog }: CorrectionFormDialogProps) {
  const { values, asksReason, needsReason, lacksReason = false } = data;
  const [form, fields] = usePostForm<CorrectionFieldName>("correction", data);
  const { formResult } = form;
  const disciplines = withTyped(data.disciplines, formResult);
  const [only] = disciplines.length === 1 ? disciplines : [];
  const lacksDiscipline = disciplines.length > 1 && !values.discipline;
  const isEmpty = !values.sheet && !values.text;
  const startsAt = lacksReason ? "newReason" : lacksDiscipline ? "discipline" : isEmpty ? "sheet" : "text";
  return (
    <FormDialog
      obstacle={data.obstacle}
      {...dialog}
      action={data.action}
      closeTo={data.closeTo ?? "#corrections"}
      form={form}
      labels={correctionFormLabels}
      failure={failures.saveCorrection}
      idempotencyKey={data.idempotencyKey}
      version={data.version}
      hasToast={!formResult?.current}
    >
      <EditConflict labels={editableLabels} columns={correctionColumns} />
      {values.standard && <input type="hidden" name="standard" value={values.standard} />}
      <DialogDiscipline>
        {only ?? (disciplines.length === 0 ? values.discipline : undefined)}
      </DialogDiscipline>
      <CorrectionFormFields {...{ fields, disciplines, asksReason, needsReason, startsAt }} />
    </FormDialog>
  );
}
