import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import { labelIn, type Option } from "~/models/options";
import { blank, correctionKindOptions } from "~/models/plan-review/correction";
import {
  everyCity,
  standardCommentLabels as labels,
  standardCommentColumns,
  standardCommentValues,
} from "~/models/plan-review/standard-comment";
import { pluralize } from "~/models/pluralize";
import { EditConflict } from "../edit-conflict";
import { errorsIn } from "../error-summary";
import { CheckField, FileField, SelectField, TextField } from "../fields";
import { fieldOf } from "../form-field";
import { useFormResult } from "../form-result";
import { ConfirmDialog, FormDialog, usePostForm } from "../post-form";
import { type TextOf, valueTextOf } from "../value-text";

/** The problems of a refused file are listed above the fields. */
export function ImportDialog({ idempotencyKey }: { idempotencyKey: string }) {
  const formResult = useFormResult();
  const { error, initialValue } = formResult?.submission ?? {};
  const problems = error?.file ?? [];
  return (
    <FormDialog
      title="Import standard comments"
      errors={errorsIn(formResult)}
      failure={failures.importStandardComments}
      idempotencyKey={idempotencyKey}
      encType="multipart/form-data"
      submit="Import"
      busyLabel="Importing..."
    >
      <p>
        The first row of the file names its columns: discipline, kind, title, codeReference, text and city
        code. A row without a city code is for every city. All rows are imported, or none.
      </p>
      <FileField
        id="file"
        name="file"
        label="CSV file"
        hint="UTF-8, max 1 MB and 2,000 rows."
        accept=".csv,text/csv"
        required
        errors={problems.length > 1 ? ["Nothing was imported. Correct the rows above."] : problems}
      />
      <CheckField
        field={fieldOf("updatesEqual", undefined, initialValue?.updatesEqual)}
        label="Update standard comments of the same title, discipline and city"
        required={false}
      />
    </FormDialog>
  );
}

type DeleteStandardCommentDialogProps = { title: string; text: string; uses: number; version: string };

/** Confirms the deletion of a standard comment; one that was used is only switched off. */
export function DeleteStandardCommentDialog(props: DeleteStandardCommentDialogProps) {
  const { title, text, uses, version } = props;
  const isUsed = uses > 0;
  return (
    <ConfirmDialog
      title={isUsed ? "Switch off standard comment" : "Delete standard comment"}
      failure={failures.saveStandardComment}
      submit={isUsed ? "Switch off" : "Delete"}
      busyLabel={isUsed ? "Switching off..." : "Deleting..."}
      tone="danger"
      version={version}
    >
      <p className="note">{text}</p>
      <p>
        <strong className="break-words">{title}</strong>{" "}
        {isUsed
          ? `was used in ${pluralize(uses, "correction", "corrections")}, which keep their text. It will no longer be offered, and can be made active again.`
          : "was never used. It will be deleted. This cannot be undone."}
      </p>
    </ConfirmDialog>
  );
}

type StandardCommentFormProps = {
  cities: Option[];
  values: Partial<Record<keyof typeof labels, string>>;
  constraint: Partial<Record<keyof typeof labels, { required?: boolean }>>;
  idempotencyKey?: string;
  /** Only of a standard comment that is edited. */
  version?: string;
};

export function StandardCommentForm(props: StandardCommentFormProps) {
  const { cities, values, constraint, idempotencyKey, version } = props;
  const isNew = version === undefined;
  const [form, fields] = usePostForm<keyof typeof labels>("standard-comment", { values, constraint });
  return (
    <FormDialog
      title={isNew ? "Add standard comment" : "Edit standard comment"}
      form={form}
      labels={labels}
      failure={failures.saveStandardComment}
      idempotencyKey={idempotencyKey}
      version={version}
      submit={isNew ? "Add standard comment" : "Save changes"}
    >
      <EditConflict valuesOf={standardCommentValues} textOf={textWith(cities)} />
      <div className="fields">
        <TextField className="wide" field={fields.title} autoFocus={!form.formResult} />
        <SelectField
          field={fields.discipline}
          options={disciplineOptions}
          placeholder="Select a discipline"
        />
        <SelectField field={fields.cityId} options={cities} placeholder={everyCity} required={false} />
        <SelectField field={fields.kind} options={correctionKindOptions} />
        <TextField field={fields.codeReference} required={false} />
        <TextField
          className="wide"
          field={fields.text}
          hint={`Write ${blank} where the plan reviewer fills in a blank.`}
          rows={6}
        />
        {!isNew && (
          <CheckField
            className="wide"
            field={fields.isActive}
            hint="Plan reviewers are offered active ones only."
            required={false}
          />
        )}
      </div>
    </FormDialog>
  );
}

const textOf = valueTextOf(standardCommentColumns);

const textWith =
  (cities: Option[]): TextOf =>
  (name, value) =>
    name === "cityId" ? (labelIn(cities, String(value ?? "")) ?? everyCity) : textOf(name, value);
