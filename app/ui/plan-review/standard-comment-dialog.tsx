import type { ReactElement } from "react";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import { labelIn, type Option } from "~/models/options";
import { blank, correctionKindOptions } from "~/models/plan-review/correction";
import {
  everyCity,
  standardCommentLabels as labels,
  standardCommentColumns,
  standardCommentQuery,
  standardCommentValues,
} from "~/models/plan-review/standard-comment";
import { pluralize } from "~/models/pluralize";
import type {
  StandardCommentDialogData,
  StandardCommentsData,
} from "~/pages/plan-review/standard-comments.server";
import { EditConflict } from "../edit-conflict";
import { errorsIn } from "../error-summary";
import { CheckField, FileField, SelectField, TextField } from "../fields";
import { fieldOf } from "../form-field";
import { useFormResult } from "../form-result";
import { ConfirmDialog, FormDialog, usePostForm } from "../post-form";
import { type TextOf, valueTextOf } from "../value-text";

type StandardCommentDialogProps = { library: StandardCommentsData; dialog: StandardCommentDialogData };

type Props<Name> = { dialog: Extract<StandardCommentDialogData, { name: Name }>; closeTo: string };

export function StandardCommentDialog({ library, dialog }: StandardCommentDialogProps): ReactElement {
  const closeTo = standardCommentQuery(library.filter);
  switch (dialog.name) {
    case "import":
      return <ImportStandardComments dialog={dialog} closeTo={closeTo} />;
    case "delete":
      return <DeleteStandardComment key={dialog.id} dialog={dialog} closeTo={closeTo} />;
    case "edit":
    case "new": {
      const key = dialog.name === "edit" ? dialog.id : "new";
      return <StandardCommentForm key={key} cities={library.cities} dialog={dialog} closeTo={closeTo} />;
    }
  }
}

/** The problems of a refused file are listed above the fields. */
function ImportStandardComments({ dialog, closeTo }: Props<"import">) {
  const formResult = useFormResult();
  const { error, initialValue } = formResult?.submission ?? {};
  const problems = error?.file ?? [];
  return (
    <FormDialog
      title="Import standard comments"
      closeTo={closeTo}
      errors={errorsIn(formResult)}
      failure={failures.importStandardComments}
      idempotencyKey={dialog.idempotencyKey}
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

/** Confirms the deletion of a standard comment; one that was used is only switched off. */
function DeleteStandardComment({ dialog, closeTo }: Props<"delete">) {
  const { title, text, uses, updatedAt } = dialog;
  const isUsed = uses > 0;
  return (
    <ConfirmDialog
      title={isUsed ? "Switch off standard comment" : "Delete standard comment"}
      failure={failures.saveStandardComment}
      submit={isUsed ? "Switch off" : "Delete"}
      busyLabel={isUsed ? "Switching off..." : "Deleting..."}
      tone="danger"
      closeTo={closeTo}
      version={updatedAt}
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

function StandardCommentForm({ cities, dialog, closeTo }: Props<"new" | "edit"> & { cities: Option[] }) {
  const isNew = dialog.name === "new";
  const [form, fields] = usePostForm<keyof typeof labels>("standard-comment", dialog);
  return (
    <FormDialog
      title={isNew ? "Add standard comment" : "Edit standard comment"}
      closeTo={closeTo}
      form={form}
      labels={labels}
      failure={failures.saveStandardComment}
      {...(isNew ? { idempotencyKey: dialog.idempotencyKey } : { version: dialog.updatedAt })}
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
