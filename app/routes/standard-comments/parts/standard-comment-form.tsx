import { blank, correctionKindOptions } from "~/models/corrections/correction";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import { labelIn, type Option } from "~/models/options";
import {
  everyCity,
  standardCommentLabels as labels,
  standardCommentColumns,
} from "~/models/standard-comments/standard-comment";
import { type TextOf, valueTextOf } from "~/models/value-text";
import { EditConflict } from "~/ui/edit-conflict";
import { CheckField, SelectField, TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";

type StandardCommentFormProps = {
  cities: Option[];
  values: Partial<Record<keyof typeof labels, string | string[]>>;
  constraint: Partial<Record<keyof typeof labels, { required?: boolean }>>;
  idempotencyKey?: string;
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
      <EditConflict columns={standardCommentColumns} textOf={textWith(cities)} />
      <div className="fields">
        <TextField className="wide" field={fields.title} autoFocus />
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
