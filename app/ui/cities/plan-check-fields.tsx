import { approvalWordingOptions } from "~/models/cities/city";
import { mostCounted } from "~/models/plan-checks/plan-check";
import { pluralize } from "~/models/pluralize";
import { CheckField } from "../check-field";
import type { FormField } from "../form-field";
import { SelectField } from "../select-field";
import { TextField } from "../text-field";
import type { cityFieldLabels } from "./city-labels";

type Labels = ReturnType<typeof cityFieldLabels>;

type PlanCheckFieldsProps = {
  fields: Record<keyof Labels, FormField>;
  labels: Labels;
  unreleased: number;
  provider: string;
};

function unreleasedNote(unreleased: number): string {
  const isMore = unreleased >= mostCounted;
  const count = `${isMore ? "At least " : ""}${pluralize(unreleased, "plan check is", "plan checks are")}`;
  return `${count} not released. Switched off, corrections can only be read.`;
}

export function PlanCheckFields({ fields, labels, unreleased, provider }: PlanCheckFieldsProps) {
  return (
    <fieldset className="field wide">
      <legend>Plan check</legend>
      <div className="fields">
        <CheckField
          field={fields.usesCorrections}
          label={labels.usesCorrections}
          hint={unreleased > 0 ? unreleasedNote(unreleased) : undefined}
          required={false}
        />
        <CheckField
          field={fields.letterNamesReviewers}
          label={labels.letterNamesReviewers}
          required={false}
        />
        <TextField
          field={fields.letterContact}
          label={labels.letterContact}
          hint={`Printed in letters; if empty, ${provider}.`}
          multiline
          rows={2}
        />
        <TextField
          field={fields.letterCodes}
          label={labels.letterCodes}
          hint="Printed at the end of letters."
          multiline
          rows={2}
        />
        <SelectField
          field={fields.approvalWording}
          label={labels.approvalWording}
          options={approvalWordingOptions}
        />
      </div>
    </fieldset>
  );
}
