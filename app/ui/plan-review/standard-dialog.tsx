import { Form, useLocation } from "react-router";
import { dialogDiscipline, keptParameters } from "~/models/address";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import { blank, correctionKinds, newReasonOptions } from "~/models/plan-review/correction";
import { Button } from "../button";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { errorsIn } from "../error-summary";
import { fieldErrors } from "../field";
import { Link } from "../link";
import { PostForm } from "../post-form";
import { SelectField } from "../select-field";
import { EmptyState } from "../sheet";
import { TextField } from "../text-field";
import type { CorrectionDialogProps } from "./correction-dialog-props";
import { DialogDiscipline } from "./correction-lines";
import { RefusalText } from "./refusal-text";
import { useCardAddress } from "./use-card-address";

type Props = CorrectionDialogProps<"standard">;

/** The library of standard comments: a search, and a form that adds the chosen ones as corrections. */
export function StandardDialog({ dialog, formResult }: Props) {
  const { page, addressOf } = useCardAddress();
  const { discipline, offered, q, code } = dialog;
  const query = { q: q || null, code: code || null };
  const reasonErrors = formResult?.submission.error?.newReason ?? undefined;
  return (
    <Dialog title="Standard comments" closeTo={page}>
      <DialogDiscipline>{dialog.disciplines.length === 1 ? discipline : undefined}</DialogDiscipline>
      <Search dialog={dialog} />
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
          <input type="hidden" name="discipline" value={discipline} />
          <ChoiceList dialog={dialog} formResult={formResult} />
          {(dialog.needsReason || reasonErrors) && (
            <SelectField
              field={{
                id: "newReason",
                name: "newReason",
                initialValue: formResult?.submission.initialValue?.newReason,
                errors: reasonErrors,
              }}
              label="Why are they new?"
              hint="Required for corrections."
              options={newReasonOptions}
              placeholder="Select a reason"
            />
          )}
          <DialogActions closeTo={page}>Add chosen corrections</DialogActions>
        </PostForm>
      )}
    </Dialog>
  );
}

/** A form whose fields are the query of the dialog. */
function Search({ dialog }: Pick<Props, "dialog">) {
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
      {dialog.disciplines.length > 1 ? (
        <SelectField
          field={{ id: "standard-discipline", name: dialogDiscipline, initialValue: dialog.discipline }}
          label="Discipline"
          options={disciplineOptions.filter(({ value }) => dialog.disciplines.includes(value))}
        />
      ) : (
        <input type="hidden" name={dialogDiscipline} value={dialog.discipline} />
      )}
      <TextField field={{ id: "standard-q", name: "q", initialValue: dialog.q }} label="Text" type="search" />
      <TextField
        field={{ id: "standard-code", name: "code", initialValue: dialog.code }}
        label="Code"
        type="search"
      />
      <Button>Search</Button>
    </Form>
  );
}

function ChoiceList({ dialog: { offered, discipline }, formResult }: Props) {
  const { addressOf } = useCardAddress();
  const chosen = [formResult?.submission.initialValue?.standardIds ?? []].flat().map(String);
  const errors = formResult?.submission.error?.standardIds ?? undefined;
  return (
    <fieldset className="field">
      <legend className="sr-only">Standard comments to add</legend>
      <ul className="choices" id="standardIds" tabIndex={-1}>
        {offered.map(({ id, kind, title, codeReference, text, hasBlank }) => (
          <li key={id}>
            <label className="check" htmlFor={`standard-${id}`}>
              <input
                type="checkbox"
                id={`standard-${id}`}
                name="standardIds"
                value={id}
                disabled={hasBlank}
                defaultChecked={chosen.includes(String(id))}
              />
              <span>
                <b>{title}</b>
                <span className="small block">
                  {[codeReference, kind !== "correction" && correctionKinds[kind].label]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
            </label>
            <p className="small">{text}</p>
            {hasBlank && (
              <Link
                to={addressOf({ dialog: "correction", [dialogDiscipline]: discipline, standard: id })}
                preventScrollReset
                className="small"
              >
                Fill in
                <span className="sr-only">
                  {" "}
                  the blank ({blank}) of {title}
                </span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      {fieldErrors({ id: "standardIds", name: "standardIds", errors })}
    </fieldset>
  );
}
