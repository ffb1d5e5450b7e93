import type { ComponentProps, ReactNode } from "react";
import { correctionKindOptions, newReasonOptions } from "~/models/corrections/correction";
import { correctionColumns } from "~/models/corrections/correction-columns";
import { type Discipline, disciplineOptions, isDiscipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import type { FormResult } from "~/platform/forms/form.server";
import { DialogDiscipline } from "~/ui/corrections/correction-lines";
import { EditConflict } from "~/ui/edit-conflict";
import { RadioGroup, SelectField, TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { type DialogActions, usePostForm } from "~/ui/post-form";

const labels = {
  discipline: "Discipline",
  kind: "Kind",
  sheet: "Sheet",
  codeReference: "Code reference",
  text: "Correction",
  newReason: "Why is it new?",
};

type Name = keyof typeof labels;

const { discipline: _, ...editableLabels } = labels;

/** Adds the chosen discipline, which was taken from the user while they were writing. */
function withTyped(disciplines: Discipline[], formResult?: FormResult): Discipline[] {
  const typed = formResult?.submission.initialValue?.discipline;
  return isDiscipline(typed) && !disciplines.includes(typed) ? [...disciplines, typed] : disciplines;
}

type CorrectionFormDialogProps = {
  title: ReactNode;
  documentTitle?: string;
  form: {
    action?: string;
    closeTo?: string;
    obstacle: string | null;
    /** To choose from. */
    disciplines: Discipline[];
    asksReason: boolean;
    needsReason: boolean;
    values: Partial<Record<Name | "standard", string>>;
    constraint: NonNullable<Parameters<typeof usePostForm<Name>>[1]>["constraint"];
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
  const [form, fields] = usePostForm<Name>("correction", data);
  const { formResult } = form;
  const disciplines = withTyped(data.disciplines, formResult);
  const [only] = disciplines.length === 1 ? disciplines : [];
  const lacksDiscipline = disciplines.length > 1 && !values.discipline;
  const isEmpty = !values.sheet && !values.text;
  const startsAt = lacksReason ? "reason" : lacksDiscipline ? "discipline" : isEmpty ? "sheet" : "text";
  return (
    <FormDialog
      obstacle={data.obstacle}
      {...dialog}
      action={data.action}
      closeTo={data.closeTo ?? "#corrections"}
      form={form}
      labels={labels}
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
      {only && <input type="hidden" name="discipline" value={only} />}
      {disciplines.length > 1 && (
        <SelectField
          field={fields.discipline}
          options={disciplineOptions.filter(({ value }) => disciplines.includes(value))}
          placeholder="Select a discipline"
          autoFocus={startsAt === "discipline"}
        />
      )}
      <RadioGroup field={fields.kind} options={correctionKindOptions} />
      <div className="fields">
        <TextField
          field={fields.sheet}
          hint="A2.1, or General"
          required={false}
          autoFocus={startsAt === "sheet"}
        />
        <TextField field={fields.codeReference} hint="CBC 1010.1.9" required={false} />
      </div>
      <TextField field={fields.text} rows={6} autoFocus={startsAt === "text"} />
      {(asksReason || fields.newReason.errors) && (
        <SelectField
          field={fields.newReason}
          hint={needsReason ? "Required for a correction." : undefined}
          options={newReasonOptions}
          placeholder="Select a reason"
          required={false}
          autoFocus={startsAt === "reason"}
        />
      )}
    </FormDialog>
  );
}
