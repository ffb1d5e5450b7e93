import { type FormEvent, useState } from "react";
import { approvalWordingOptions } from "~/models/cities/approval-wording";
import { approvedSubmissionsWarning } from "~/models/cities/city";
import { letterRecipientsOptions, resubmittalSetOptions } from "~/models/cities/letter-settings";
import { permitStatusOptions } from "~/models/permits/permit";
import { pluralize } from "~/models/pluralize";
import { maxCounted } from "~/models/review-cycles/plan-check";
import { CheckField, EmailField, PhoneField, SelectField, TextField } from "~/ui/fields";
import type { FormField } from "~/ui/form-field";
import type { CityFieldName } from "./city-labels";
import { submissionStatusSuggester } from "./submission-status";

type CityFieldsProps = {
  fields: Record<CityFieldName, FormField>;
  provider: string;
  codeHint: string;
  takesFocus?: boolean;
  unreleased?: number;
};

export function CityFields({ fields, provider, codeHint, takesFocus, unreleased = 0 }: CityFieldsProps) {
  const [suggestStatus] = useState(submissionStatusSuggester);
  const onChange = ({ target }: FormEvent<HTMLElement>) => {
    const field = target as HTMLInputElement;
    const status = field.form?.elements.namedItem("submissionStatus");
    if (status instanceof HTMLSelectElement) suggestStatus(field, status);
  };
  return (
    <div className="fields" onChange={onChange}>
      <TextField className="wide" field={fields.cityName} autoFocus={takesFocus} />
      <TextField
        className="wide"
        field={fields.fullName}
        hint="Printed in letters, such as Municipality of Anchorage; if empty, City of and the name."
      />
      <TextField field={fields.cityNumber} hint="2 or 3 characters" />
      <TextField field={fields.urban37CityCode} hint={codeHint} />
      <TextField field={fields.managerName} />
      <EmailField field={fields.managerEmail} />
      <PhoneField field={fields.managerPhone} />
      <PlanCheckFields fields={fields} unreleased={unreleased} provider={provider} />
      <SelectField field={fields.submissionStatus} options={permitStatusOptions} />
      <p className="note approved-submissions">{approvedSubmissionsWarning}</p>
    </div>
  );
}

type PlanCheckFieldsProps = Pick<CityFieldsProps, "fields" | "provider"> & { unreleased: number };

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
        <SelectField
          field={fields.letterRecipients}
          options={letterRecipientsOptions}
          hint="The applicant gets an email with a link, if the permit has their email."
        />
        <CheckField
          field={fields.applicantsAnswer}
          hint="Otherwise the city types in the answers, and the link only shows the status."
          required={false}
        />
        <SelectField
          field={fields.resubmittalSets}
          options={resubmittalSetOptions}
          hint="Decides what is preselected for sheets that a later set lacks."
        />
      </div>
    </fieldset>
  );
}

function unreleasedNote(unreleased: number): string {
  const isMore = unreleased >= maxCounted;
  const count = `${isMore ? "At least " : ""}${pluralize(unreleased, "plan check is", "plan checks are")}`;
  return `${count} not released. Switched off, corrections can only be read.`;
}
