import { useLocation } from "react-router";
import type { FormResult } from "~/form.server";
import { keptParameters, pageAddress } from "~/models/address";
import { failures } from "~/models/failures";
import { type Verdict, verdicts } from "~/models/plan-review/correction";
import type { CorrectionLine } from "~/pages/plan-review/correction-card.server";
import { differingTexts, EditConflict } from "../edit-conflict";
import { PostForm, SubmitButton } from "../post-form";
import { RadioGroup } from "../radio-group";
import { TextField } from "../text-field";

/** The verdicts on an open correction. */
const openVerdicts: Verdict[] = ["resolved", "not_resolved", "withdrawn"];
const options = openVerdicts.map((verdict) => ({ value: verdict, label: verdicts[verdict].label }));

type BackCheckFormProps = {
  correction: CorrectionLine;
  action: string;
  /** The result of this correction's refused form. */
  formResult?: FormResult;
};

/** Returns a field of a refused form, whose id is unique on a page with a form for each correction. */
function fieldOf(name: string, { id }: CorrectionLine, formResult?: FormResult) {
  const initialValue = formResult?.submission.initialValue?.[name];
  const errors = formResult?.submission.error?.[name] ?? undefined;
  return { id: `${name}-${id}`, name, initialValue, errors };
}

/** Returns the messages of a refused form that belong to the form as a whole or to one of its fields. */
function problemsOf({ id }: CorrectionLine, formResult?: FormResult) {
  return Object.entries(formResult?.submission.error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ id: name && `${name}-${id}`, message })),
  );
}

/** The form for the verdict on a correction. The remark appears when a verdict is chosen. */
export function BackCheckForm({ correction, action, formResult }: BackCheckFormProps) {
  const { id, spoken, updatedAt } = correction;
  return (
    <PostForm
      action={action}
      failure={failures.saveBackCheck}
      formResult={formResult}
      errors={problemsOf(correction, formResult)}
      version={updatedAt}
      preventScrollReset
      className="back-check"
      aria-label={`Back-check of Correction ${spoken}`}
    >
      <BackCheckConflict formResult={formResult} />
      <input type="hidden" name="correctionId" value={id} />
      <div className="row">
        <RadioGroup
          field={fieldOf("verdict", correction, formResult)}
          legend={`Verdict on Correction ${spoken}`}
          options={options}
          isSegmented
        />
        <SubmitButton size="small" aria-label={`Save the back-check of Correction ${spoken}`}>
          Save
        </SubmitButton>
      </div>
      <TextField
        field={fieldOf("remark", correction, formResult)}
        label="Remark"
        hint="Required unless it is resolved. It is printed in the letter."
        multiline
        rows={2}
      />
    </PostForm>
  );
}

const labels = { verdict: "Verdict", remark: "Remark" };

function shownValue(name: string, value: unknown): string {
  if (name === "remark") return String(value || "none");
  return value ? verdicts[value as Verdict].label : "none";
}

/** Shows the back-check that another user saved in the meantime, next to the typed one. */
export function BackCheckConflict({ formResult }: Pick<BackCheckFormProps, "formResult">) {
  const { pathname, search } = useLocation();
  const saved = formResult?.current as Record<string, unknown> | undefined;
  if (!saved) return null;
  const typed = formResult?.submission.initialValue ?? {};
  return (
    <EditConflict
      differing={differingTexts(labels, saved, typed, shownValue)}
      startAgainTo={pageAddress({ pathname, search }, keptParameters.corrections)}
    />
  );
}

type UndoFormProps = { correction: CorrectionLine; action: string };

/** The form that removes the verdict of this cycle. */
export function UndoBackCheckForm({ correction: { id, spoken, updatedAt }, action }: UndoFormProps) {
  return (
    <PostForm action={action} failure={failures.saveBackCheck} version={updatedAt} preventScrollReset>
      <input type="hidden" name="correctionId" value={id} />
      <SubmitButton size="small" aria-label={`Undo the back-check of Correction ${spoken}`}>
        Undo
      </SubmitButton>
    </PostForm>
  );
}
