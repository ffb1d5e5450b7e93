import { Link } from "react-router";
import { pageParameter, queryOf } from "~/models/address";
import { correctionPageSize } from "~/models/corrections/correction";
import { failures } from "~/models/failures";
import { spokenItem } from "~/models/letters/letter";
import type { FormResult } from "~/platform/forms/form.server";
import { ButtonLink, DialogButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { VersionComparison } from "~/ui/edit-conflict";
import { errorsIn } from "~/ui/error-summary";
import { CheckField, FileField, TextField } from "~/ui/fields";
import { fieldOf, idOfName } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { letterItems } from "~/ui/letters/letter-item";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { PostForm, SubmitButton } from "~/ui/post-form";
import type { AnswersData } from "./load-answers.server";
import saveAnswersScript from "./save-answers.ts?worker&url";

type DataProps = { data: AnswersData };

export function AnswersPage({ data }: DataProps) {
  const { letter, permit, back, reason, corrected, returnRemark, answered, total } = data;
  return (
    <>
      <PageHeader
        back={{ to: back, label: "Back to the permit" }}
        title={reason ? "Answers" : "Answer corrections"}
        documentTitle={`Answers to ${letter.number}`}
        subtitle={`${letter.number} · ${permit.projectName}`}
        actions={!reason && <DialogButton to="send" tone="primary" label="Send resubmittal" />}
      />
      {reason && <p className="note mb-4">{reason}.</p>}
      {corrected && <p className="note mb-4">{corrected}</p>}
      {returnRemark && (
        <p className="note mb-4">
          Your resubmittal was not complete: {returnRemark}
          {"\n"}Your answers are kept; add what is missing and send again.
        </p>
      )}
      <div className="columns side-first">
        <div className="min-w-0">
          <Progress data={data} />
          <TableCard data={data} />
        </div>
        <div className="min-w-0">
          <Corrections data={data} />
          {!reason && answered === total && (
            <p className="row">
              All {total} corrections are answered.
              <DialogButton to="send" tone="primary" label="Send resubmittal" />
            </p>
          )}
        </div>
      </div>
    </>
  );
}

function Progress({ data: { groups, discipline, answered, total } }: DataProps) {
  return (
    <Card title={`${answered} of ${total} answered`} flush>
      <ul className="lines">
        {groups.map((group) => (
          <li key={group.discipline}>
            <Link
              to={`.${queryOf({ discipline: group.discipline })}`}
              aria-current={group.discipline === discipline || undefined}
            >
              {group.discipline}
            </Link>
            <span className="small">
              {group.answered} of {group.total}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const tableResult = () => useFormResult("table");

/** For those who answer in a table. */
function TableCard({ data: { back, discipline, page, reason } }: DataProps) {
  const formResult = tableResult();
  const file = fieldOf("file", formResult);
  const problems = file.errors ?? [];
  return (
    <Card
      title="Answer in a table"
      aside={
        <ButtonLink to={`${back}/answers.csv`} reloadDocument download size="small">
          Download CSV
        </ButtonLink>
      }
      flush={!reason}
    >
      {reason ? (
        <p className="small">The corrections with their answers.</p>
      ) : (
        <details className="cycle" open={formResult !== undefined}>
          <summary>Read a filled table</summary>
          <PostForm
            action={`.${queryOf({ discipline, page: pageParameter(page), table: "" })}`}
            failure={failures.saveAnswers}
            formResult={formResult}
            errors={errorsIn(formResult)}
            encType="multipart/form-data"
            className="card-body stack"
          >
            <FileField
              field={{ ...file, errors: problems.slice(0, 1) }}
              label="The filled table"
              hint="CSV UTF-8, with the columns Number and Your answer. Rows without an answer are left as they are."
              accept=".csv,text/csv"
              required
            />
            <CheckField
              field={fieldOf("replaces", formResult, formResult?.submission.initialValue?.replaces)}
              label="Replace answers that are here already"
              required={false}
            />
            <SubmitButton>Read the table</SubmitButton>
          </PostForm>
        </details>
      )}
    </Card>
  );
}

export const nameOf = (index: number, part: string) => `answers[${index}].${part}`;

type Row = AnswersData["rows"][number];
type Typed = { correctionId?: string; text?: string; sheet?: string; seen?: string };
type Saved = { text: string | null; sheet: string | null; updatedAt: string };

const textsIn = (row: unknown): Typed =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => typeof value === "string"));

/** The rows of a refused form, which need not be as this page sends them. */
function typedRows(formResult?: FormResult): Typed[] {
  const rows: unknown = formResult?.submission.initialValue?.answers;
  return Array.isArray(rows) ? Array.from(rows, textsIn) : [];
}

/** What was typed in a row of a refused form, wherever it stood. */
const typedRow = ({ item }: Row, formResult?: FormResult): Typed | undefined =>
  typedRows(formResult).find(({ correctionId }) => correctionId === String(item.id));

function Corrections({ data }: DataProps) {
  const { discipline, page, rows, places, letter, reason, groups, next } = data;
  const formResult = useFormResult("save");
  const total = groups.find((group) => group.discipline === discipline)?.total ?? 0;
  const list = (
    <ul className="letter-items answers">
      {letterItems({
        letter,
        discipline,
        items: rows.map(({ item }) => item),
        places,
        below: (item) => {
          const index = rows.findIndex((row) => row.item.id === item.id);
          const row = rows[index];
          if (!row) return null;
          return reason ? (
            <ReadAnswer row={row} />
          ) : (
            <AnswerFields data={data} row={row} index={index} formResult={formResult} />
          );
        },
      })}
    </ul>
  );
  return (
    <section className="card" aria-labelledby="answered-discipline">
      <header className="card-header">
        <h2 id="answered-discipline">{discipline}</h2>
      </header>
      <div className="card-body stack letter-part-of-page">
        {reason ? (
          list
        ) : (
          <PostForm
            id="answers"
            action={`.${queryOf({ discipline, page: pageParameter(page), save: "" })}`}
            failure={failures.saveAnswers}
            formResult={formResult}
            errors={problemsOf(rows, formResult)}
            className="stack"
            data-answers={`${data.back}/answers/one`}
          >
            <input type="hidden" name="cycle" value={letter.cycle} />
            {list}
            <p className="actions">
              <SubmitButton tone="primary">Save answers</SubmitButton>
              {next !== null && (
                <SubmitButton name="next" value="1" busyLabel="">
                  Save and go on
                </SubmitButton>
              )}
            </p>
          </PostForm>
        )}
        {!reason && <script type="module" src={saveAnswersScript} async />}
      </div>
      {total > correctionPageSize && (
        <Pager
          page={page}
          total={total}
          size={correctionPageSize}
          noun="corrections"
          href={(number) => `.${queryOf({ discipline, page: pageParameter(number) })}`}
        />
      )}
    </section>
  );
}

function ReadAnswer({ row: { text, sheet } }: { row: Row }) {
  if (!text) return <p className="small">No answer was sent.</p>;
  return (
    <p className="letter-answer">
      Your answer: {text}
      {sheet && ` (${sheet})`}
    </p>
  );
}

type AnswerProps = DataProps & { row: Row; index: number; formResult?: FormResult };

const labels = { text: "Answer", sheet: "Where on the plans" };

function AnswerFields({ data, row, index, formResult }: AnswerProps) {
  const { item } = row;
  const typed = typedRow(row, formResult);
  const saved = (formResult?.current as Record<number, Saved> | undefined)?.[item.id];
  const seen = saved?.updatedAt ?? (isUnsaved(row, typed) ? typed?.seen : row.seen);
  const sentAs = typed ? indexOfTyped(row, formResult) : index;
  const field = (part: "text" | "sheet") => ({
    ...fieldOf(nameOf(sentAs, part), formResult, typed ? (typed[part] ?? "") : row[part]),
    name: nameOf(index, part),
    id: idOfName(nameOf(index, part)),
  });
  const spoken = spokenItem(data.discipline, item.number);
  return (
    <div className="answer" data-answer={item.id}>
      {saved && <VersionComparison labels={labels} saved={{ ...saved }} typed={{ ...typed }} />}
      <input type="hidden" name={nameOf(index, "correctionId")} value={item.id} />
      <input type="hidden" name={nameOf(index, "seen")} value={seen} />
      <TextField
        field={field("text")}
        label={
          <>
            Answer<span className="sr-only"> to {spoken}</span>
          </>
        }
        rows={3}
        required={false}
      />
      <TextField
        field={field("sheet")}
        label={
          <>
            Where on the plans<span className="sr-only">, {spoken}</span>
          </>
        }
        required={false}
      />
      <p className="small" data-saved aria-live="polite">
        {row.byName && `Saved by ${row.byName}`}
      </p>
    </div>
  );
}

const plain = (text?: string | null) => (text ?? "").replaceAll("\r\n", "\n").trim();

/** After a refusal, the other rows of the form are saved. */
const isUnsaved = (row: Row, typed?: Typed): boolean =>
  typed !== undefined && (plain(typed.text) !== plain(row.text) || plain(typed.sheet) !== plain(row.sheet));

const indexOfTyped = ({ item }: Row, formResult?: FormResult): number =>
  typedRows(formResult).findIndex(({ correctionId }) => correctionId === String(item.id));

/** The messages of the form, each with the number of its correction. */
function problemsOf(rows: Row[], formResult?: FormResult) {
  return errorsIn(formResult).map(({ id, message }) => {
    const index = rows.findIndex((row) => id.startsWith(idOfName(nameOf(indexOfTyped(row, formResult), ""))));
    const row = rows[index];
    return row
      ? { id: idOfName(nameOf(index, "text")), label: `Correction ${row.item.number}`, message }
      : { id: "", message };
  });
}
