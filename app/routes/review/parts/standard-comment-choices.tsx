import { blank, rowKey } from "~/models/corrections/correction";
import type { LibraryChoice } from "~/models/corrections/correction.schema.server";
import type { listOffered } from "~/models/standard-comments/standard-comment-list.server";
import { kindLabel } from "~/ui/corrections/correction-lines";
import { FieldErrors, TextField } from "~/ui/fields";
import { fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { SubmitButton } from "~/ui/post-form";

type Offered = Awaited<ReturnType<typeof listOffered>>[number];

type ChoiceListProps = { offered: Offered[]; chosen: LibraryChoice };

export function ChoiceList({ offered, chosen }: ChoiceListProps) {
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

type Places = LibraryChoice["places"];

type ChoiceProps = {
  comment: Offered;
  isChosen: boolean;
  place?: Places[string];
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
