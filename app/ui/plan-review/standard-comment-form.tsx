import { useLocation } from "react-router";
import type { FormResult } from "~/form.server";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import { labelIn, type Option } from "~/models/options";
import {
  blank,
  type CorrectionKind,
  correctionKindOptions,
  correctionKinds,
} from "~/models/plan-review/correction";
import {
  everyCity,
  standardCommentLabels as labels,
  standardCommentValues,
} from "~/models/plan-review/standard-comment";
import type { StandardComment } from "~/models/plan-review/standard-comment.server";
import type { StandardCommentDialogData } from "~/pages/plan-review/standard-comments.server";
import { CheckField } from "../check-field";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { differingTexts, EditConflict } from "../edit-conflict";
import { PostForm } from "../post-form";
import { SelectField } from "../select-field";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";

type StandardCommentFormProps = {
  cities: Option[];
  dialog: Extract<StandardCommentDialogData, { name: "new" | "edit" }>;
  formResult?: FormResult;
  closeTo: string;
};

export function StandardCommentForm({ cities, dialog, formResult, closeTo }: StandardCommentFormProps) {
  const isNew = dialog.name === "new";
  const [form, fields] = usePostForm<Record<keyof typeof labels, string>>("standard-comment", formResult, {
    defaultValue: dialog.values,
    constraint: dialog.constraint,
  });
  const { pathname, search } = useLocation();
  const current = formResult?.current as StandardComment | undefined;
  return (
    <Dialog title={isNew ? "Add standard comment" : "Edit standard comment"} closeTo={closeTo}>
      <PostForm
        form={form}
        labels={labels}
        failure={failures.saveStandardComment}
        {...(isNew ? { idempotencyKey: dialog.idempotencyKey } : { version: dialog.updatedAt })}
        className="stack"
      >
        {current && (
          <EditConflict
            differing={differingTexts(
              labels,
              standardCommentValues(current),
              formResult?.submission.initialValue ?? {},
              (name, value) => displayText(cities, name, String(value ?? "")),
            )}
            startAgainTo={`${pathname}${search}`}
          />
        )}
        <div className="fields">
          <TextField className="wide" field={fields.title} label={labels.title} autoFocus={!formResult} />
          <SelectField
            field={fields.discipline}
            label={labels.discipline}
            options={disciplineOptions}
            placeholder="Select a discipline"
          />
          <SelectField
            field={fields.cityId}
            label={labels.cityId}
            options={cities}
            placeholder={everyCity}
            required={false}
          />
          <SelectField field={fields.kind} label={labels.kind} options={correctionKindOptions} />
          <TextField field={fields.codeReference} label={labels.codeReference} required={false} />
          <TextField
            className="wide"
            field={fields.text}
            label={labels.text}
            hint={`Write ${blank} where the plan reviewer fills in a blank.`}
            multiline
            rows={6}
          />
          {!isNew && (
            <CheckField
              className="wide"
              field={fields.isActive}
              label={labels.isActive}
              hint="Plan reviewers are offered active ones only."
              required={false}
            />
          )}
        </div>
        <DialogActions closeTo={closeTo}>{isNew ? "Add standard comment" : "Save changes"}</DialogActions>
      </PostForm>
    </Dialog>
  );
}

function displayText(cities: Option[], name: string, text: string): string {
  switch (name) {
    case "cityId":
      return labelIn(cities, text) ?? everyCity;
    case "kind":
      return correctionKinds[text as CorrectionKind]?.label ?? text;
    case "isActive":
      return text ? "Yes" : "No";
    default:
      return text || "none";
  }
}
