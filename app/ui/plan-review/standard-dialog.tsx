import { Form, Link, useLocation } from "react-router";
import { dialogDiscipline, keptParameters } from "~/models/address";
import { failures } from "~/models/failures";
import { blank, newReasonOptions, type PlaceOnPlans, rowKey } from "~/models/plan-review/correction";
import { pluralize } from "~/models/pluralize";
import { Button } from "../button";
import { EmptyState } from "../card";
import { Dialog } from "../dialog";
import { errorsIn } from "../error-summary";
import { FieldErrors, SelectField, TextField } from "../fields";
import { ResultCount } from "../filter-form";
import { fieldOf } from "../form-field";
import { useFormResult } from "../form-result";
import { usePageAddress } from "../page-address";
import { DialogActions, PostForm, SubmitButton } from "../post-form";
import type { CorrectionDialogProps } from "./correction-dialog";
import { DialogDiscipline, kindLabel } from "./correction-lines";
import { RefusalText } from "~/routes/review/parts/refusal-text";

type Props = CorrectionDialogProps<"standard">;

export function StandardCommentChoiceDialog({ dialog }: Props) {
  const formResult = useFormResult();
  const { addressOf } = usePageAddress("corrections");
  const closeTo = `${addressOf()}#corrections`;
  const { discipline, offered, q, code } = dialog;
  const query = { q: q || null, code: code || null };
  return (
    <Dialog title="Standard comments" closeTo={closeTo}>
      <DialogDiscipline>{dialog.disciplines.length === 1 ? discipline : undefined}</DialogDiscipline>
      <Disciplines dialog={dialog} />
      <Search dialog={dialog} />
      <p className="sr-only">
        <ResultCount>{pluralize(offered.length, "standard comment", "standard comments")}</ResultCount>
      </p>
      {offered.length === 0 ? (
        <>
          {formResult && <RefusalText formResult={formResult} />}
          <EmptyState title="No standard comment matches" />
        </>
      ) : (
        <PostForm
          failure={failures.saveCorrection}
          formResult={formResult}
          errors={errorsIn(formResult)}
          idempotencyKey={dialog.idempotencyKey}
          action={addressOf({ dialog: "standard", [dialogDiscipline]: discipline, ...query })}
          className="stack"
        >
          {/* The first button is the one that the Enter key presses. */}
          <SubmitButton className="hidden" tabIndex={-1} aria-hidden="true">
            Add chosen corrections
          </SubmitButton>
          <input type="hidden" name="discipline" value={discipline} />
          <ChoiceList dialog={dialog} />
          {(dialog.needsReason || formResult?.submission.error?.newReason) && (
            <SelectField
              field={fieldOf(
                "newReason",
                formResult,
                formResult?.submission.initialValue?.newReason ?? dialog.chosen.newReason,
              )}
              label="Why are they new?"
              hint="Required for corrections."
              options={newReasonOptions}
              placeholder="Select a reason"
            />
          )}
          <DialogActions closeTo={closeTo}>Add chosen corrections</DialogActions>
        </PostForm>
      )}
    </Dialog>
  );
}

function Disciplines({ dialog: { disciplines, discipline, q, code } }: Props) {
  const { addressOf } = usePageAddress("corrections");
  if (disciplines.length < 2) return null;
  const query = { dialog: "standard", q: q || null, code: code || null };
  return (
    <nav aria-label="Discipline" className="row">
      {disciplines.map((name) => (
        <Link
          key={name}
          to={addressOf({ ...query, [dialogDiscipline]: name })}
          aria-current={name === discipline ? "true" : undefined}
          className={name === discipline ? "font-semibold no-underline" : undefined}
          preventScrollReset
          replace
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Search({ dialog }: Props) {
  const { search } = useLocation();
  const kept = keptParameters.corrections.flatMap((name) => {
    const value = new URLSearchParams(search).get(name);
    return value ? [[name, value]] : [];
  });
  return (
    <Form role="search" className="row library-search" preventScrollReset replace autoComplete="off">
      <input type="hidden" name="dialog" value="standard" />
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name={dialogDiscipline} value={dialog.discipline} />
      <TextField
        field={{ id: "standard-q", name: "q", initialValue: dialog.q }}
        label="Text"
        hint="Not searched: punctuation."
        type="search"
      />
      <TextField
        field={{ id: "standard-code", name: "code", initialValue: dialog.code }}
        label="Code"
        type="search"
      />
      <Button>Search</Button>
    </Form>
  );
}

function ChoiceList({ dialog: { offered, chosen } }: Props) {
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

type ChoiceProps = {
  comment: Props["dialog"]["offered"][number];
  isChosen: boolean;
  place?: PlaceOnPlans;
};

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
