import { Link } from "react-router";
import { correctionKindOptions, maxPasted, newReasonOptions } from "~/models/corrections/correction";
import { type Discipline, disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { Card } from "~/ui/card";
import { errorsIn } from "~/ui/error-summary";
import { CheckField, RadioGroup, SelectField, TextField } from "~/ui/fields";
import { type FormField, fieldOf } from "~/ui/form-field";
import { useFormResult, useLast } from "~/ui/form-result";
import { PostForm, SubmitButton } from "~/ui/post-form";

type PasteFormProps = {
  form: {
    closeTo: string;
    obstacle: string | null;
    disciplines: Discipline[];
    discipline?: Discipline;
    asksReason: boolean;
    needsReason: boolean;
    idempotencyKey: string;
  };
};

type Row = Partial<Record<"sheet" | "codeReference" | "kind" | "text" | "leaveOut", string>>;
type Typed = Partial<Record<"pasted" | "discipline" | "kind" | "newReason", string>> & { rows?: Row[] };

const labels: Record<string, string> = {
  discipline: "Discipline",
  kind: "Kind",
  newReason: "Why are they new?",
  sheet: "Sheet",
  codeReference: "Code",
  text: "Correction",
};

/** With the number of the row, and its field. */
const labelOf = (id: string): string | undefined => {
  const [, index, name = ""] = /^rows-(\d+)-(\w+)$/.exec(id) ?? [];
  return index && `Row ${Number(index) + 1}, ${labels[name]?.toLowerCase()}`;
};

export function PasteForm({ form }: PasteFormProps) {
  const { obstacle, closeTo } = form;
  const formResult = useFormResult();
  const sent = formResult?.submission.initialValue as Typed | undefined;
  // What is too large to be read comes back without its fields.
  const { value: typed = {}, count } = useLast(sent?.kind === undefined ? undefined : sent);
  const errors = errorsIn(formResult).map((error) => ({ ...error, label: labelOf(error.id) }));
  const field = (name: "pasted" | "discipline" | "kind" | "newReason", value?: string) =>
    fieldOf(name, formResult, typed[name] ?? value);
  const reason = field("newReason");
  const common = (
    <>
      <DisciplineField field={field("discipline", form.discipline)} disciplines={form.disciplines} />
      {(form.asksReason || reason.errors) && (
        <SelectField
          field={reason}
          hint={form.needsReason ? "Required for corrections." : undefined}
          options={newReasonOptions}
          placeholder="Select a reason"
        />
      )}
    </>
  );
  const cancel = <Link to={closeTo}>Cancel</Link>;
  const box = { field: field("pasted"), label: "Pasted text", required: true };
  return (
    <PostForm
      formResult={formResult}
      errors={errors}
      labels={labels}
      failure={failures.saveCorrection}
      idempotencyKey={form.idempotencyKey}
      className="stack"
    >
      {obstacle && <p className="note">{obstacle}</p>}
      {typed.rows ? (
        <>
          <Card title={`${pluralize(typed.rows.length, "correction", "corrections")} to check`} flush>
            <div className="card-body fields">{common}</div>
            {/* Rows that were read again are others. */}
            <div key={count} id="rows" tabIndex={-1}>
              {Object.entries(typed.rows).map(([index, row]) => (
                <RowFields key={index} row={row} index={Number(index)} />
              ))}
            </div>
          </Card>
          {/* The first button is the one that the Enter key presses. */}
          <div className="actions rows-actions">
            <SubmitButton tone="primary" disabled={obstacle !== null} autoFocus={errors.length === 0}>
              Add corrections
            </SubmitButton>
            {cancel}
          </div>
          <details className="card" open={Boolean(box.field.errors)}>
            <summary className="card-body">Pasted text</summary>
            <div className="card-body stack">
              <input type="hidden" name="kind" value={typed.kind} />
              <TextField {...box} hint="Reading it again replaces the rows above." rows={8} />
              <ReadButton>Read it again</ReadButton>
            </div>
          </details>
        </>
      ) : (
        <>
          <Card title="Corrections">
            <div className="stack">
              <TextField
                {...box}
                hint={`One a line, at most ${maxPasted}, such as A-101; CBC 1010.1.9; Show the exit sign. Or cells of a spreadsheet, or the CSV file of Bluebeam's Markups List.`}
                rows={8}
                autoFocus
              />
              <div className="fields">{common}</div>
              <RadioGroup field={field("kind", "correction")} options={correctionKindOptions} />
            </div>
          </Card>
          <div className="actions">
            <ReadButton tone="primary">Check the rows</ReadButton>
            {cancel}
          </div>
        </>
      )}
    </PostForm>
  );
}

function DisciplineField({ field, disciplines }: { field: FormField; disciplines: Discipline[] }) {
  // Also what was taken from the user while they were writing.
  const names = [...disciplines, field.initialValue];
  const options = disciplineOptions.filter(({ value }) => names.includes(value));
  const [only, ...others] = options;
  return others.length > 0 ? (
    <SelectField field={field} options={options} placeholder="Select a discipline" required />
  ) : (
    <p>
      {only?.label}
      <input type="hidden" name={field.name} value={only?.value} />
    </p>
  );
}

const ReadButton = ({ tone, children }: { tone?: "primary"; children: string }) => (
  <SubmitButton tone={tone} name="read" value="1" busyLabel="" data-leads-on="">
    {children}
  </SubmitButton>
);

function RowFields({ row, index }: { row: Row; index: number }) {
  const formResult = useFormResult();
  const field = (name: keyof Row) => fieldOf(`rows[${index}].${name}`, formResult, row[name]);
  const { text = "" } = row;
  return (
    <fieldset className="card-body cycle pasted-row">
      <legend className="sr-only">Row {index + 1}</legend>
      <strong aria-hidden="true">{index + 1}</strong>
      <TextField field={field("sheet")} label={labels.sheet} />
      <TextField field={field("codeReference")} label={labels.codeReference} />
      <SelectField field={field("kind")} label={labels.kind} options={correctionKindOptions} />
      <CheckField field={field("leaveOut")} label="Leave out" />
      <TextField field={field("text")} label={labels.text} rows={linesOf(text)} className="wide" />
    </fieldset>
  );
}

/** As high as its text, within reason. */
const linesOf = (text: string): number =>
  Math.min(12, Math.max(2, text.split("\n").length + Math.floor(text.length / 100)));
