import { type FormEvent, useState } from "react";
import {
  approvalWordingOptions,
  approvedSubmissionsWarning,
  cityColumns,
  cityValues,
} from "~/models/cities/city";
import { failures } from "~/models/failures";
import { permitStatusOptions } from "~/models/permits/permit";
import { maxCounted } from "~/models/plan-checks/plan-check";
import { pluralize } from "~/models/pluralize";
import type { CityFormData } from "~/pages/cities/city-form.server";
import { EditConflict } from "../edit-conflict";
import { CheckField, EmailField, PhoneField, SelectField, TextField } from "../fields";
import type { FormField } from "../form-field";
import { DialogActions, PostForm, usePostForm } from "../post-form";
import { cityFieldLabels } from "./city-labels";
import { submissionStatusSuggester } from "./submission-status";

type CityFormProps = {
  form: CityFormData;
  provider: string;
  action: string;
  submitLabel: string;
  cancelTo: string;
};

export function CityForm({ form: data, provider, action, submitLabel, cancelTo }: CityFormProps) {
  const labels = cityFieldLabels(provider);
  const [form, fields] = usePostForm<keyof typeof labels>("city", data);
  const [suggestStatus] = useState(submissionStatusSuggester);
  const onChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const status = currentTarget.elements.namedItem("submissionStatus");
    if (status instanceof HTMLSelectElement) suggestStatus(target as HTMLInputElement, status);
  };
  return (
    <PostForm
      form={form}
      labels={labels}
      idempotencyKey={data.idempotencyKey}
      version={data.values.updatedAt}
      failure={data.idempotencyKey ? failures.createCity : failures.updateCity}
      action={action}
      onChange={onChange}
    >
      <EditConflict valuesOf={cityValues} columns={cityColumns} startAgainTo={`${cancelTo}?edit`} />
      <div className="fields">
        <TextField className="wide" field={fields.cityName} autoFocus={data.isNew && !form.formResult} />
        <TextField
          className="wide"
          field={fields.fullName}
          hint="Printed in letters, such as Municipality of Anchorage; if empty, City of and the name."
        />
        <TextField field={fields.cityNumber} hint="2 or 3 characters" />
        <TextField
          field={fields.urban37CityCode}
          hint={data.isNew ? "3 letters or digits" : "Existing permit numbers keep the old code."}
        />
        <TextField field={fields.managerName} />
        <EmailField field={fields.managerEmail} />
        <PhoneField field={fields.managerPhone} />
        <PlanCheckFields fields={fields} unreleased={data.unreleased} provider={provider} />
        <SelectField field={fields.submissionStatus} options={permitStatusOptions} />
        <p className="note approved-submissions">{approvedSubmissionsWarning}</p>
      </div>
      <DialogActions closeTo={cancelTo}>{submitLabel}</DialogActions>
    </PostForm>
  );
}

type PlanCheckFieldsProps = {
  fields: Record<keyof ReturnType<typeof cityFieldLabels>, FormField>;
  unreleased: number;
  provider: string;
};

function PlanCheckFields({ fields, unreleased, provider }: PlanCheckFieldsProps) {
  return (
    <fieldset className="field wide">
      <legend>Plan check</legend>
      <div className="fields">
        <CheckField
          field={fields.usesCorrections}
          hint={unreleased > 0 ? unreleasedNote(unreleased) : undefined}
          required={false}
        />
        <CheckField field={fields.letterNamesReviewers} required={false} />
        <TextField
          field={fields.letterContact}
          hint={`Printed in letters; if empty, ${provider}.`}
          rows={2}
        />
        <TextField field={fields.letterCodes} hint="Printed at the end of letters." rows={2} />
        <SelectField field={fields.approvalWording} options={approvalWordingOptions} />
      </div>
    </fieldset>
  );
}

function unreleasedNote(unreleased: number): string {
  const isMore = unreleased >= maxCounted;
  const count = `${isMore ? "At least " : ""}${pluralize(unreleased, "plan check is", "plan checks are")}`;
  return `${count} not released. Switched off, corrections can only be read.`;
}
