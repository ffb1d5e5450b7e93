import type { ReactElement } from "react";
import type { FormResult } from "~/form.server";
import { type Discipline, disciplineOptions, isDiscipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { correctionKindOptions, newReasonOptions } from "~/models/plan-review/correction";
import { correctionColumns } from "~/models/plan-review/correction-columns";
import type { CorrectionDialogData } from "~/routes/review/parts/correction-dialogs.server";
import { EditConflict } from "../edit-conflict";
import { RadioGroup, SelectField, TextField } from "../fields";
import { usePageAddress } from "../page-address";
import { ConfirmDialog, FormDialog, SubmitButton, usePostForm } from "../post-form";
import { BackCheckConflict } from "~/routes/review/parts/back-check-form";
import { CorrectionTitle, DialogDiscipline } from "./correction-lines";
import { DecideDialog } from "./decide-dialog";
import { StandardCommentChoiceDialog } from "./standard-dialog";

export type CorrectionDialogProps<Name extends CorrectionDialogData["name"]> = {
  dialog: Extract<CorrectionDialogData, { name: Name }>;
};

export function CorrectionDialog({ dialog }: { dialog: CorrectionDialogData }): ReactElement {
  switch (dialog.name) {
    case "correction":
      return <WriteDialog key={dialog.key} dialog={dialog} />;
    case "delete-correction":
      return <DeleteCorrectionDialog dialog={dialog} />;
    case "reopen-correction":
      return <ReopenDialog dialog={dialog} />;
    case "standard":
      return <StandardCommentChoiceDialog key={dialog.discipline} dialog={dialog} />;
    case "decide":
      return <DecideDialog dialog={dialog} />;
  }
}

const labels = {
  discipline: "Discipline",
  kind: "Kind",
  sheet: "Sheet",
  codeReference: "Code reference",
  text: "Correction",
  newReason: "Why is it new?",
};

const { discipline: _, ...editableLabels } = labels;

/** Adds the chosen discipline, which was taken from the user while they were writing. */
function withTyped(disciplines: Discipline[], formResult?: FormResult): Discipline[] {
  const typed = formResult?.submission.initialValue?.discipline;
  return isDiscipline(typed) && !disciplines.includes(typed) ? [...disciplines, typed] : disciplines;
}

function WriteDialog({ dialog }: CorrectionDialogProps<"correction">) {
  const { addressOf, parameters } = usePageAddress("corrections");
  const library = usePageAddress("library");
  const isFromLibrary = parameters.has("chosen");
  const { values, correctionId } = dialog;
  const [form, fields] = usePostForm<keyof typeof labels>("correction", dialog);
  const { formResult } = form;
  const disciplines = withTyped(dialog.disciplines, formResult);
  const [only] = disciplines.length === 1 ? disciplines : [];
  const isNew = correctionId === null;
  // A blocker of the letter leads here, to give the reason.
  const lacksReason = !isNew && dialog.needsReason && !values.newReason;
  const lacksDiscipline = disciplines.length > 1 && !values.discipline;
  const ownAddress = { dialog: "correction", correctionId };
  return (
    <FormDialog
      title={isNew ? "Add correction" : <CorrectionTitle verb="Edit" number={dialog.number} />}
      closeTo={isFromLibrary ? library.addressOf({ dialog: "standard" }) : `${addressOf()}#corrections`}
      form={form}
      labels={labels}
      failure={failures.saveCorrection}
      idempotencyKey={dialog.idempotencyKey}
      version={dialog.version}
      hasToast={!formResult?.current}
      action={(isFromLibrary ? library : { addressOf }).addressOf({
        ...ownAddress,
        standard: values.standard ?? null,
      })}
      submit={dialog.isDeleted ? "Add as new" : "Save correction"}
      button={{
        others: !isFromLibrary && <OtherButton isNew={isNew} isReleased={dialog.isReleased} />,
        ...(dialog.isDeleted && { name: "next", value: "1" }),
      }}
    >
      <EditConflict
        labels={editableLabels}
        columns={correctionColumns}
        startAgainTo={addressOf(ownAddress)}
      />
      {values.standard && <input type="hidden" name="standard" value={values.standard} />}
      <DialogDiscipline>{isNew ? only : values.discipline}</DialogDiscipline>
      {only && <input type="hidden" name="discipline" value={only} />}
      {disciplines.length > 1 && (
        <SelectField
          field={fields.discipline}
          options={disciplineOptions.filter(({ value }) => disciplines.includes(value))}
          placeholder="Select a discipline"
          autoFocus={!formResult && lacksDiscipline}
        />
      )}
      <RadioGroup field={fields.kind} options={correctionKindOptions} />
      <div className="fields">
        <TextField field={fields.sheet} hint="A2.1, or General" required={false} />
        <TextField field={fields.codeReference} hint="CBC 1010.1.9" required={false} />
      </div>
      <TextField field={fields.text} rows={6} autoFocus={!formResult && !lacksReason && !lacksDiscipline} />
      {(dialog.asksReason || fields.newReason.errors) && (
        <SelectField
          field={fields.newReason}
          hint={dialog.needsReason ? "Required for a correction." : undefined}
          options={newReasonOptions}
          placeholder="Select a reason"
          required={false}
          autoFocus={!formResult && lacksReason}
        />
      )}
    </FormDialog>
  );
}

function OtherButton({ isNew, isReleased }: { isNew: boolean; isReleased: boolean }) {
  if (isNew) {
    return (
      <SubmitButton name="again" value="1">
        Save and add another
      </SubmitButton>
    );
  }
  if (!isReleased) return null;
  return (
    <SubmitButton name="next" value="1">
      Add it for the next letter
    </SubmitButton>
  );
}

function DeleteCorrectionDialog({ dialog }: CorrectionDialogProps<"delete-correction">) {
  const { addressOf } = usePageAddress("corrections");
  return (
    <ConfirmDialog
      title="Delete correction"
      failure={failures.saveCorrection}
      closeTo={`${addressOf()}#corrections`}
      submit="Delete correction"
      busyLabel="Deleting..."
      tone="danger"
      version={dialog.version}
    >
      <DialogDiscipline>{dialog.discipline}</DialogDiscipline>
      <p className="note">
        {dialog.text}
        {dialog.isCut && "…"}
      </p>
      <p>{dialog.number} was never in a letter. It is gone for good.</p>
    </ConfirmDialog>
  );
}

function ReopenDialog({ dialog }: CorrectionDialogProps<"reopen-correction">) {
  const { addressOf } = usePageAddress("corrections");
  const [form, fields] = usePostForm<"remark">("reopen", { values: { remark: dialog.remark } });
  const { formResult } = form;
  return (
    <FormDialog
      title={<CorrectionTitle verb="Reopen" number={dialog.number} />}
      closeTo={`${addressOf()}#corrections`}
      form={form}
      failure={failures.saveBackCheck}
      version={dialog.version}
      submit="Reopen"
    >
      <BackCheckConflict
        saved={formResult?.current as object | undefined}
        typed={formResult?.submission.initialValue}
      />
      <input type="hidden" name="correctionId" value={dialog.correctionId} />
      <input type="hidden" name="cycle" value={dialog.cycle} />
      <input type="hidden" name="verdict" value="reopened" />
      <DialogDiscipline>{dialog.discipline}</DialogDiscipline>
      <p>It keeps its number.</p>
      <TextField
        field={fields.remark}
        label="Remark"
        hint="Why it is open again. It is printed in the letter."
        rows={4}
        required
        autoFocus={!formResult}
      />
    </FormDialog>
  );
}
