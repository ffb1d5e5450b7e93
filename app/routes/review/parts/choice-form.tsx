import { blank, newReasonOptions, rowKey } from "~/models/corrections/correction";
import type { LibraryChoice } from "~/models/corrections/correction.schema.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { EmptyState } from "~/ui/card";
import { kindLabel } from "~/ui/corrections/correction-lines";
import { errorsIn } from "~/ui/error-summary";
import { FieldErrors, SelectField, TextField } from "~/ui/fields";
import { ResultCount } from "~/ui/filter-form";
import { fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { DialogActions, PostForm, SubmitButton } from "~/ui/post-form";
import type { Route } from "../dialogs/+types/choose-standard-comments";
import { LibrarySearch } from "./library-search";

type Library = Route.ComponentProps["loaderData"];

export function ChoiceForm({ library }: { library: Library }) {
  const { offered, chosen } = library;
  const formResult = useFormResult();
  const { error, initialValue } = formResult?.submission ?? {};
  const sought = {
    q: String(initialValue?.q ?? library.q),
    code: String(initialValue?.code ?? library.code),
  };
  const newReason = initialValue?.newReason ?? chosen.newReason;
  return (
    <PostForm
      failure={failures.saveCorrection}
      formResult={formResult}
      errors={errorsIn(formResult)}
      idempotencyKey={library.idempotencyKey}
      className="stack"
      isUnsaved={library.isUnsaved}
      // The order of the comments follows their use, and a browser that goes back restores ticks by their place.
      autoComplete="off"
      preventScrollReset
    >
      <input type="hidden" name="discipline" value={library.discipline} />
      {/* The first button is the one that the Enter key presses. */}
      <LibrarySearch {...sought} />
      <p className="sr-only">
        <ResultCount>{pluralize(offered.length, "standard comment", "standard comments")}</ResultCount>
      </p>
      {offered.length > 0 ? <ChoiceList {...library} /> : <EmptyState title="No standard comment matches" />}
      {(library.needsReason || error?.newReason) && (
        <SelectField
          field={fieldOf("newReason", formResult, newReason)}
          label="Why are they new?"
          hint="Required for corrections."
          options={newReasonOptions}
          placeholder="Select a reason"
        />
      )}
      {offered.length > 0 && <DialogActions>Add chosen corrections</DialogActions>}
    </PostForm>
  );
}

function ChoiceList({ offered, chosen }: Pick<Library, "offered" | "chosen">) {
  const formResult = useFormResult();
  const typed = formResult?.submission.initialValue as { standardIds?: unknown; places?: Places } | undefined;
  const ids = [typed ? (typed.standardIds ?? []) : chosen.ids].flat().map(String);
  const places = typed ? typed.places : chosen.places;
  const first = offered.find(({ id }) => !ids.includes(String(id)));
  return (
    <fieldset className="field">
      <legend className="sr-only">Standard comments to add (required)</legend>
      <ul className="choices" id="standardIds" tabIndex={-1}>
        {offered.map((comment) => (
          <Choice
            key={comment.id}
            comment={comment}
            controlId={comment === first ? "first" : `standard-${comment.id}`}
            isChosen={ids.includes(String(comment.id))}
            place={places?.[rowKey(comment.id)]}
          />
        ))}
      </ul>
      <FieldErrors field={fieldOf("standardIds", formResult)} />
    </fieldset>
  );
}

type Places = LibraryChoice["places"];

type ChoiceProps = {
  comment: Library["offered"][number];
  /** Of what chooses it: its box, or the button that fills in its blank. */
  controlId: string;
  isChosen: boolean;
  place?: Places[string];
};

function Choice({ comment, controlId, isChosen, place }: ChoiceProps) {
  const formResult = useFormResult();
  const { id, kind, title, codeReference, text, hasBlank } = comment;
  const { sheet, codeReference: code } = place ?? { codeReference };
  const placeField = (part: string, value?: string | null) =>
    fieldOf(`places.${rowKey(id)}.${part}`, formResult, value);
  const ofTitle = <span className="sr-only"> of {title}</span>;
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          id={hasBlank ? undefined : controlId}
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
        <SubmitButton id={controlId} size="small" name="fillIn" value={id} busyLabel="" data-leads-on="">
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
