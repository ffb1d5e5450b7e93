import { correctionKindOptions, newReasonOptions } from "~/models/corrections/correction";
import { type Discipline, disciplineOptions, isDiscipline } from "~/models/discipline";
import type { FormResult } from "~/platform/forms/form.server";
import { RadioGroup, SelectField, TextField } from "../fields";
import type { usePostForm } from "../post-form";

export const correctionFormLabels = {
  discipline: "Discipline",
  kind: "Kind",
  sheet: "Sheet",
  codeReference: "Code reference",
  text: "Correction",
  newReason: "Why is it new?",
};

export type CorrectionFieldName = keyof typeof correctionFormLabels;

export type CorrectionFormData = {
  /** To choose from. */
  disciplines: Discipline[];
  asksReason: boolean;
  needsReason: boolean;
  values: Partial<Record<CorrectionFieldName | "standard", string>>;
  constraint: NonNullable<Parameters<typeof usePostForm<CorrectionFieldName>>[1]>["constraint"];
};

/** Adds the chosen discipline, which was taken from the user while they were writing. */
export function withTyped(disciplines: Discipline[], formResult?: FormResult): Discipline[] {
  const typed = formResult?.submission.initialValue?.discipline;
  return isDiscipline(typed) && !disciplines.includes(typed) ? [...disciplines, typed] : disciplines;
}

type FieldsProps = {
  fields: ReturnType<typeof usePostForm<CorrectionFieldName>>[1];
  disciplines: Discipline[];
  asksReason: boolean;
  needsReason: boolean;
  /** The field that has the focus when the form opens. */
  startsAt?: CorrectionFieldName;
};

/** The fields of a new or changed correction. A discipline without a choice is hidden. */
export function CorrectionFormFields(props: FieldsProps) {
  const { fields, disciplines, asksReason, needsReason, startsAt } = props;
  const [only] = disciplines.length === 1 ? disciplines : [];
  return (
    <>
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
          autoFocus={startsAt === "newReason"}
        />
      )}
    </>
  );
}
