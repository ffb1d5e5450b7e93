import { blank, newReasonOptions, type PlaceOnPlans, rowKey } from "~/models/corrections/correction";
import { failures } from "~/models/failures";
import { errorsIn } from "~/ui/error-summary";
import { FieldErrors, SelectField, TextField } from "~/ui/fields";
import { fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { kindLabel } from "~/ui/plan-review/correction-lines";
import { DialogActions, PostForm, SubmitButton } from "~/ui/post-form";
import type { Route } from "../dialogs/+types/choose-standard-comments";

type Library = Route.ComponentProps["loaderData"];

export function ChoiceForm({ library }: { library: Library }) {
  const formResult = useFormResult();
  const { error, initialValue } = formResult?.submission ?? {};
  const newReason = initialValue?.newReason ?? library.chosen.newReason;
  return (
    <PostForm
      failure={failures.saveCorrection}
      formResult={formResult}
      errors={errorsIn(formResult)}
      idempotencyKey={library.idempotencyKey}
      className="stack"
    >
      {/* The first button is the one that the Enter key presses. */}
      <SubmitButton className="hidden" tabIndex={-1} aria-hidden="true">
        Add chosen corrections
      </SubmitButton>
      <input type="hidden" name="discipline" value={library.discipline} />
      <ChoiceList {...library} />
      {(library.needsReason || error?.newReason) && (
        <SelectField
          field={fieldOf("newReason", formResult, newReason)}
          label="Why are they new?"
          hint="Required for corrections."
          options={newReasonOptions}
          placeholder="Select a reason"
        />
      )}
      <DialogActions>Add chosen corrections</DialogActions>
    </PostForm>
  );
}

function ChoiceList({ offered, chosen }: Pick<Library, "offered" | "chosen">) {
  const formResult = useFormResult();
  const typed = formResult?.submission.initialValue as { standardIds?: unknown; places?: Places } | undefined;
  const ids = [typed ? (typed.standardIds ?? []) : chosen.ids].flat().map(String);
  const places = typed ? typed.places : chosen.places;
  return (
    <fieldset className="field">
      <legend className="sr-only">Standard comments to add (required)</legend>
      <ul className="choices" id="standardIds" tabIndex={-1}>
        {offered.map((comment) => (
          <Choice
            key={comment.id}
            comment={comment}
            isChosen={ids.includes(String(comment.id))}
            place={places?.[rowKey(comment.id)]}
          />
        ))}
      </ul>
      <FieldErrors field={fieldOf("standardIds", formResult)} />
    </fieldset>
  );
}

type Places = Record<string, PlaceOnPlans>;

type ChoiceProps = { comment: Library["offered"][number]; isChosen: boolean; place?: PlaceOnPlans };

function Choice({ comment, isChosen, place }: ChoiceProps) {
  const formResult = useFormResult();
  const { id, kind, title, codeReference, text, hasBlank } = comment;
  const { sheet, codeReference: code } = place ?? { codeReference };
  const placeField = (part: string, value?: string | null) =>
    fieldOf(`places.${rowKey(id)}.${part}`, formResult, value);
  const ofTitle = <span className="sr-only"> of {title}</span>;
  return (
    <li>
      <label className="check" htmlFor={`standard-${id}`}>
        <input
          type="checkbox"
          id={`standard-${id}`}
          name="standardIds"
          value={id}
          disabled={hasBlank}
          defaultChecked={isChosen}
        />
        <span>
          <b>{title}</b>
          <span className="small block">{[codeReference, kindLabel(kind)].filter(Boolean).join(" · ")}</span>
        </span>
      </label>
      <p className="small">{text}</p>
      {hasBlank ? (
        <SubmitButton size="small" name="fillIn" value={id} busyLabel="">
          Fill in
          <span className="sr-only">
            {" "}
            the blank ({blank}) of {title}
          </span>
        </SubmitButton>
      ) : (
        <div className="row place">
          <TextField field={placeField("sheet", sheet)} label={<>Sheet{ofTitle}</>} />
          <TextField field={placeField("codeReference", code)} label={<>Code{ofTitle}</>} />
        </div>
      )}
    </li>
  );
}
