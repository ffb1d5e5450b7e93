import type { FormResult } from "~/form.server";
import { type Discipline, disciplineOptions, isDiscipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import {
  correctionKindOptions,
  correctionKinds,
  newReasonOptions,
  newReasons,
} from "~/models/plan-review/correction";
import type { CorrectionDialogData } from "~/pages/plan-review/correction-dialogs.server";
import { ConfirmDialog } from "../confirm-dialog";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { differingTexts, EditConflict } from "../edit-conflict";
import { PostForm, SubmitButton } from "../post-form";
import { RadioGroup } from "../radio-group";
import { SelectField } from "../select-field";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import type { CorrectionDialogProps } from "./correction-dialog-props";
import { CorrectionTitle, DialogDiscipline } from "./correction-lines";
import { DecideDialog } from "./decide-dialog";
import { ReopenDialog } from "./reopen-dialog";
import { StandardDialog } from "./standard-dialog";
import { useCardAddress } from "./use-card-address";

export function CorrectionDialog({
  dialog,
  formResult,
}: CorrectionDialogProps<CorrectionDialogData["name"]>) {
  switch (dialog.name) {
    case "correction":
      return <WriteDialog key={dialog.key} dialog={dialog} formResult={formResult} />;
    case "delete-correction":
      return <DeleteCorrectionDialog dialog={dialog} formResult={formResult} />;
    case "reopen-correction":
      return <ReopenDialog dialog={dialog} formResult={formResult} />;
    case "standard":
      return <StandardDialog key={dialog.discipline} dialog={dialog} formResult={formResult} />;
    case "decide":
      return <DecideDialog dialog={dialog} formResult={formResult} />;
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

function shownValue(name: string, value: unknown): string {
  const text = String(value ?? "");
  if (name === "kind") return correctionKinds[text as keyof typeof correctionKinds]?.label ?? text;
  if (name === "newReason") return newReasons[text as keyof typeof newReasons]?.label ?? "none";
  return text || "none";
}

/** Adds the chosen discipline, which was taken from the user while they were writing. */
function withTyped(disciplines: Discipline[], formResult?: FormResult): Discipline[] {
  const typed = formResult?.submission.initialValue?.discipline;
  return isDiscipline(typed) && !disciplines.includes(typed) ? [...disciplines, typed] : disciplines;
}

function WriteDialog({ dialog, formResult }: CorrectionDialogProps<"correction">) {
  const { page, library, addressOf, libraryAddressOf } = useCardAddress();
  const closeTo = library ?? page;
  const { values, correctionId } = dialog;
  const disciplines = withTyped(dialog.disciplines, formResult);
  const [form, fields] = usePostForm<Record<keyof typeof labels, string>>("correction", formResult, {
    defaultValue: values,
    constraint: dialog.constraint,
  });
  const current = formResult?.current as Record<string, unknown> | undefined;
  const [only] = disciplines.length === 1 ? disciplines : [];
  const isNew = correctionId === null;
  // A blocker of the letter leads here, to give the reason.
  const lacksReason = !isNew && dialog.needsReason && !values.newReason;
  const lacksDiscipline = disciplines.length > 1 && !values.discipline;
  const { discipline: _, ...editable } = labels;
  return (
    <Dialog
      title={isNew ? "Add correction" : <CorrectionTitle verb="Edit" number={dialog.number} />}
      closeTo={closeTo}
    >
      <PostForm
        form={form}
        labels={labels}
        failure={failures.saveCorrection}
        idempotencyKey={dialog.idempotencyKey}
        version={dialog.version}
        hasToast={!current}
        action={(library ? libraryAddressOf : addressOf)({
          ...{ dialog: "correction", correctionId, standard: values.standard ?? null },
        })}
        className="stack"
      >
        {current && (
          <EditConflict
            differing={differingTexts(
              editable,
              current,
              formResult?.submission.initialValue ?? {},
              shownValue,
            )}
            startAgainTo={addressOf({ dialog: "correction", correctionId })}
          />
        )}
        {values.standard && <input type="hidden" name="standard" value={values.standard} />}
        <DialogDiscipline>{isNew ? only : values.discipline}</DialogDiscipline>
        {only && <input type="hidden" name="discipline" value={only} />}
        {disciplines.length > 1 && (
          <SelectField
            field={fields.discipline}
            label={labels.discipline}
            options={disciplineOptions.filter(({ value }) => disciplines.includes(value))}
            placeholder="Select a discipline"
            autoFocus={!formResult && lacksDiscipline}
          />
        )}
        <RadioGroup field={fields.kind} legend={labels.kind} options={correctionKindOptions} />
        <div className="fields">
          <TextField field={fields.sheet} label={labels.sheet} hint="A2.1, or General" required={false} />
          <TextField
            field={fields.codeReference}
            label={labels.codeReference}
            hint="CBC 1010.1.9"
            required={false}
          />
        </div>
        <TextField
          field={fields.text}
          label={labels.text}
          multiline
          rows={6}
          autoFocus={!formResult && !lacksReason && !lacksDiscipline}
        />
        {(dialog.asksReason || fields.newReason.errors) && (
          <SelectField
            field={fields.newReason}
            label={labels.newReason}
            hint={dialog.needsReason ? "Required for a correction." : undefined}
            options={newReasonOptions}
            placeholder="Select a reason"
            required={false}
            autoFocus={!formResult && lacksReason}
          />
        )}
        <DialogActions
          closeTo={closeTo}
          others={!library && <OtherButton isNew={isNew} isReleased={dialog.isReleased} />}
          {...(dialog.isDeleted && { name: "next", value: "1" })}
        >
          {dialog.isDeleted ? "Add as new" : "Save correction"}
        </DialogActions>
      </PostForm>
    </Dialog>
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

function DeleteCorrectionDialog({ dialog, formResult }: CorrectionDialogProps<"delete-correction">) {
  const { page } = useCardAddress();
  return (
    <ConfirmDialog
      title="Delete correction"
      failure={failures.saveCorrection}
      closeTo={page}
      formResult={formResult}
      confirm="Delete correction"
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
