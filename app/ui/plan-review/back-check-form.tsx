import { useLocation } from "react-router";
import type { FormResult } from "~/form.server";
import { keptParameters, pageAddress } from "~/models/address";
import { failures } from "~/models/failures";
import { spokenNumber, type Verdict, verdicts } from "~/models/plan-review/correction";
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
  /** The review cycle that the verdict is meant for. */
  cycle: string;
  action: string;
  /** The result of this correction's refused form. */
  formResult?: FormResult;
};

/** Returns a field of a form. Only a refused form has ids, to which its messages lead: a page has many of these forms. */
function fieldOf(name: string, { id }: CorrectionLine, formResult?: FormResult) {
  const initialValue = formResult?.submission.initialValue?.[name];
  const errors = formResult?.submission.error?.[name] ?? undefined;
  return { id: formResult ? `${name}-${id}` : "", name, initialValue, errors };
}

/** Returns the messages of a refused form that belong to the form as a whole or to one of its fields. */
function problemsOf({ id }: CorrectionLine, formResult?: FormResult) {
  return Object.entries(formResult?.submission.error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ id: name && `${name}-${id}`, message })),
  );
}

/** The form for the verdict on a correction. The remark appears when a verdict is chosen. */
export function BackCheckForm({ correction, cycle, action, formResult }: BackCheckFormProps) {
  const { id, updatedAt } = correction;
  return (
    <PostForm
      action={action}
      failure={failures.saveBackCheck}
      formResult={formResult}
      errors={problemsOf(correction, formResult)}
      version={updatedAt}
      preventScrollReset
      className="back-check"
    >
      <BackCheckConflict formResult={formResult} />
      <input type="hidden" name="correctionId" value={id} />
      <input type="hidden" name="cycle" value={cycle} />
      <RadioGroup
        field={fieldOf("verdict", correction, formResult)}
        legend={`Verdict on Correction ${spokenNumber(correction)}`}
        options={options}
        className="row"
        isSegmented
      >
        <SubmitButton size="small" busyLabel="">
          Save
        </SubmitButton>
      </RadioGroup>
      {formResult ? (
        <TextField field={fieldOf("remark", correction, formResult)} label="Remark" multiline rows={2} />
      ) : (
        <label className="field">
          <span className="small">Remark</span>
          <textarea name="remark" rows={2} />
        </label>
      )}
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

type UndoFormProps = Pick<BackCheckFormProps, "correction" | "cycle" | "action">;

/** The form that removes the verdict of this cycle. */
export function UndoBackCheckForm({ correction, cycle, action }: UndoFormProps) {
  const { id, updatedAt } = correction;
  return (
    <PostForm action={action} failure={failures.saveBackCheck} version={updatedAt} preventScrollReset>
      <input type="hidden" name="correctionId" value={id} />
      <input type="hidden" name="cycle" value={cycle} />
      <SubmitButton
        size="small"
        busyLabel=""
        aria-label={`Undo the back-check of Correction ${spokenNumber(correction)}`}
      >
        Undo
      </SubmitButton>
    </PostForm>
  );
}
