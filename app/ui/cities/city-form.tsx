import { type FormEvent, type ReactNode, useState } from "react";
import type { FormResult } from "~/form.server";
import { approvedSubmissionsWarning, cityValues } from "~/models/cities/city";
import type { City } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { permitStatusOptions } from "~/models/permits/permit";
import type { CityFormData } from "~/pages/cities/city-form.server";
import { DialogActions } from "../dialog-actions";
import { differingTexts, EditConflict } from "../edit-conflict";
import { EmailField } from "../email-field";
import { PhoneField } from "../phone-field";
import { PostForm } from "../post-form";
import { SelectField } from "../select-field";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import { cityFieldLabels, cityValue } from "./city-labels";
import { PlanCheckFields } from "./plan-check-fields";
import { submissionStatusSuggester } from "./submission-status";

type CityFormProps = {
  form: CityFormData;
  provider: string;
  formResult?: FormResult;
  action: string;
  submitLabel: ReactNode;
  cancelTo: string;
};

export function CityForm({ form: data, provider, formResult, action, submitLabel, cancelTo }: CityFormProps) {
  const labels = cityFieldLabels(provider);
  const [form, fields] = usePostForm<Record<keyof typeof labels, string>>("city", formResult, {
    defaultValue: data.values,
    constraint: data.constraint,
  });
  const current = formResult?.current as City | undefined;
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
      {current && (
        <EditConflict
          differing={differingTexts(
            labels,
            cityValues(current),
            formResult?.submission.initialValue ?? {},
            cityValue,
          )}
          startAgainTo={`/cities/${current.id}?edit`}
        />
      )}
      <div className="fields">
        <TextField
          className="wide"
          field={fields.cityName}
          label={labels.cityName}
          autoFocus={data.isNew && !formResult}
        />
        <TextField
          className="wide"
          field={fields.fullName}
          label={labels.fullName}
          hint="Printed in letters, such as Municipality of Anchorage; if empty, City of and the name."
        />
        <TextField field={fields.cityNumber} label={labels.cityNumber} hint="2 or 3 characters" />
        <TextField
          field={fields.urban37CityCode}
          label={labels.urban37CityCode}
          hint={data.isNew ? "3 letters or digits" : "Existing permit numbers keep the old code."}
        />
        <TextField field={fields.managerName} label={labels.managerName} />
        <EmailField field={fields.managerEmail} label={labels.managerEmail} />
        <PhoneField field={fields.managerPhone} label={labels.managerPhone} />
        <PlanCheckFields fields={fields} labels={labels} unreleased={data.unreleased} provider={provider} />
        <SelectField
          field={fields.submissionStatus}
          label={labels.submissionStatus}
          options={permitStatusOptions}
        />
        <p className="note approved-submissions">{approvedSubmissionsWarning}</p>
      </div>
      <DialogActions closeTo={cancelTo}>{submitLabel}</DialogActions>
    </PostForm>
  );
}
