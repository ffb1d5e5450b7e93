import type { FormEvent } from "react";
import {
  backCheckText,
  isUnchanged,
  numberOf,
  rowKey,
  spokenNumber,
  type TypedBackCheck,
  type Verdict,
  verdicts,
} from "~/models/corrections/correction";
import { failures } from "~/models/failures";
import { optionsOf } from "~/models/options";
import type { FormResult } from "~/platform/forms/form.server";
import type { CorrectionLine } from "~/ui/corrections/correction-lines";
import { VersionComparison } from "~/ui/edit-conflict";
import { errorsIn } from "~/ui/error-summary";
import { FieldErrors, RadioGroup } from "~/ui/fields";
import { controlProps, fieldOf, idOfName, textValue } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { PostForm, SubmitButton } from "~/ui/post-form";

/** The verdicts to choose from; a correction is reopened in its dialog. */
const options = optionsOf(verdicts).filter(({ value }) => verdicts[value].isOnOpen);

const formId = "back-checks";

type TypedRow = TypedBackCheck & { updatedAt?: string };

export const useBackCheckResult = () => useFormResult("back-check");

const typedRows = (formResult?: FormResult) =>
  (formResult?.submission.initialValue?.rows ?? {}) as Record<string, TypedRow>;

const nameOf = (key: string, part: string) => `rows.${key}.${part}`;

const isRefused = (key: string, formResult?: FormResult): boolean =>
  errorsIn(formResult).some(({ id }) => id.startsWith(idOfName(nameOf(key, ""))));

export const isRefusedRow = ({ id }: CorrectionLine, formResult?: FormResult): boolean =>
  isRefused(rowKey(id), formResult);

function unsavedOf({ id, verdict, remark }: CorrectionLine, formResult?: FormResult): TypedRow | undefined {
  const typed = typedRows(formResult)[rowKey(id)];
  if (!typed || isUnchanged(typed)) return undefined;
  return isUnchanged({ ...typed, shown: backCheckText(verdict, remark) }) ? undefined : typed;
}

type SavedBackCheck = { verdict: Verdict | null; remark: string | null; updatedAt: string };

export function BackCheckFields({ correction }: { correction: CorrectionLine }) {
  const { id, verdict, remark } = correction;
  const formResult = useBackCheckResult();
  const key = rowKey(id);
  const unsaved = unsavedOf(correction, formResult);
  const current = (formResult?.current as Record<string, SavedBackCheck> | undefined)?.[key];
  // Only a row that was typed in has ids, to which messages lead: a page has many rows.
  const field = (part: "verdict" | "remark") => ({
    ...fieldOf(nameOf(key, part), formResult, unsaved ? unsaved[part] : correction[part]),
    ...(!formResult && { id: "" }),
  });
  const shown = unsaved ? unsaved.shown : verdict && backCheckText(verdict, remark);
  const submitted = formResult?.submission.initialValue as { seen?: string } | undefined;
  // The form says for all other rows what the page has seen of them.
  const seen = unsaved && (current?.updatedAt ?? unsaved.updatedAt ?? submitted?.seen);
  const hidden = { updatedAt: seen, shown };
  const remarkField = field("remark");
  return (
    <div className="back-check">
      {unsaved && <BackCheckConflict saved={current} typed={unsaved} />}
      {Object.entries(hidden).map(([name, value]) =>
        value === undefined ? null : (
          <input key={name} type="hidden" form={formId} name={nameOf(key, name)} value={value} />
        ),
      )}
      <RadioGroup
        field={field("verdict")}
        label={`Verdict on Correction ${spokenNumber(correction)}`}
        options={options}
        className="row"
        isSegmented
        form={formId}
      />
      <FieldErrors field={remarkField} />
      <label className="field">
        <span className="small">Remark (required unless resolved)</span>
        <textarea
          {...(formResult ? controlProps(remarkField, {}) : { name: remarkField.name })}
          form={formId}
          rows={2}
          defaultValue={textValue(remarkField)}
        />
      </label>
    </div>
  );
}

const labels = { verdict: "Verdict", remark: "Remark" };

export function BackCheckConflict({ saved, typed }: { saved?: object; typed?: object | null }) {
  return (
    saved && (
      <VersionComparison
        labels={labels}
        saved={{ ...saved }}
        typed={{ ...typed }}
        columns={{ verdict: { kind: "option", of: verdicts } }}
      />
    )
  );
}

function problemsOf(lines: CorrectionLine[], formResult?: FormResult) {
  return errorsIn(formResult).map(({ id, message }) => {
    const line = lines.find((row) => id.startsWith(idOfName(nameOf(rowKey(row.id), ""))));
    return line ? { id, label: numberOf(line), message } : { id: "", message };
  });
}

/** Leaves out the rows that were not changed. The button that resolves the rest needs those without a verdict. */
function sendChangedRows({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>) {
  const resolvesRest = (nativeEvent as SubmitEvent).submitter?.getAttribute("name") === "intent";
  currentTarget.addEventListener(
    "formdata",
    (event) => leaveOutUnchanged((event as FormDataEvent).formData, resolvesRest),
    { once: true },
  );
}

function leaveOutUnchanged(formData: FormData, resolvesRest: boolean) {
  const rows = new Set([...formData.keys()].flatMap((name) => /^rows\.\w+\./.exec(name) ?? []));
  for (const row of rows) {
    const typed = (name: string) => formData.get(row + name)?.toString();
    const isSame = isUnchanged({ verdict: typed("verdict"), remark: typed("remark"), shown: typed("shown") });
    if (!isSame || (resolvesRest && !typed("verdict"))) continue;
    for (const name of ["verdict", "remark", "shown", "updatedAt"]) formData.delete(row + name);
  }
}

type FormProps = { cycle: string; action: string; lines: CorrectionLine[]; hasUndecided: boolean };

/** Saves all back-checks of the page. A refused row that is no longer on the page is shown with its typed remark. */
export function BackChecksForm({ cycle, action, lines, hasUndecided }: FormProps) {
  const formResult = useBackCheckResult();
  const newest = lines.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), "");
  const gone = Object.entries(typedRows(formResult)).filter(
    ([key]) => isRefused(key, formResult) && !lines.some(({ id }) => rowKey(id) === key),
  );
  return (
    <PostForm
      id={formId}
      action={action}
      failure={failures.saveBackCheck}
      formResult={formResult}
      errors={problemsOf(lines, formResult)}
      preventScrollReset
      className="back-checks"
      onSubmit={sendChangedRows}
    >
      {gone.map(([key, { remark }]) => (
        <p key={key} className="note">
          {remark}
        </p>
      ))}
      <input type="hidden" name="cycle" value={cycle} />
      <input type="hidden" name="seen" value={newest} />
      <span className="row">
        <SubmitButton tone="primary" size="small">
          Save back-checks
        </SubmitButton>
        {hasUndecided && (
          <SubmitButton size="small" name="intent" value="resolve-rest" busyLabel="">
            Resolve the rest
          </SubmitButton>
        )}
      </span>
    </PostForm>
  );
}

type UndoFormProps = { correction: CorrectionLine; cycle: string; action: string };

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
