import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import { labelIn, type Option } from "~/models/options";
import { blank, correctionKindOptions } from "~/models/plan-review/correction";
import {
  everyCity,
  standardCommentLabels as labels,
  standardCommentValues,
} from "~/models/plan-review/standard-comment";
import { standardCommentColumns } from "~/models/plan-review/standard-comment-columns";
import type { StandardCommentDialogData } from "~/pages/plan-review/standard-comments.server";
import { CheckField } from "../check-field";
import { EditConflict } from "../edit-conflict";
import { type DialogProps, FormDialog } from "../form-dialog";
import { SelectField } from "../select-field";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import { type TextOf, textIn } from "../value-text";

type StandardCommentFormProps = DialogProps & {
  cities: Option[];
  dialog: Extract<StandardCommentDialogData, { name: "new" | "edit" }>;
};

export function StandardCommentForm({ cities, dialog, formResult, closeTo }: StandardCommentFormProps) {
  const isNew = dialog.name === "new";
  const [form, fields] = usePostForm<Record<keyof typeof labels, string>>("standard-comment", formResult, {
    defaultValue: dialog.values,
    constraint: dialog.constraint,
  });
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
      <EditConflict
        formResult={formResult}
        labels={labels}
        valuesOf={standardCommentValues}
        textOf={textWith(cities)}
      />
      <div className="fields">
        <TextField className="wide" field={fields.title} autoFocus={!formResult} />
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
          multiline
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

const textOf = textIn(standardCommentColumns);

const textWith =
  (cities: Option[]): TextOf =>
  (name, value) =>
    name === "cityId" ? (labelIn(cities, String(value ?? "")) ?? everyCity) : textOf(name, value);
