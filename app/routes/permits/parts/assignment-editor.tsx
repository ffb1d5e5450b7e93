import { useEffect } from "react";
import { Link } from "react-router";
import { assignmentStatuses, assignmentStatusOptions } from "~/models/assignments/assignment";
import { failures } from "~/models/failures";
import type { Option } from "~/models/options";
import { permitNumberText } from "~/models/permits/permit";
import { Button } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { errorsIn } from "~/ui/error-summary";
import { DateField, SelectField } from "~/ui/fields";
import { fieldOf } from "~/ui/form-field";
import { useFormResult, useLast } from "~/ui/form-result";
import { PageHeader } from "~/ui/page-header";
import { PermitNumber } from "~/ui/permit-number";
import { PermitStrip } from "~/ui/permit-strip";
import { PostForm, SubmitButton } from "~/ui/post-form";
import type { AssignmentEditorData, EditorResult } from "./assignment-editor.server";
import { ReviewerPicker } from "./reviewer-picker";

export function AssignmentEditor({ editor }: { editor: AssignmentEditorData }) {
  const { permit, version } = editor;
  const { value: result, count } = useLast(useFormResult<EditorResult>());
  useEffect(() => {
    const { note, added } = result ?? {};
    const filledIn = note ? noteId : added && rowId(added);
    if (filledIn) document.getElementById(filledIn)?.focus();
  }, [result]);
  const rows = shownRows(editor, result);
  const others = editor.rows.filter((row) => !rows.includes(row));
  const permitAddress = `/permits/${permit.id}`;
  return (
    <>
      <PageHeader
        back={{ to: permitAddress, label: "Back to the permit" }}
        title="Assign plan reviewers"
        documentTitle={`Assign plan reviewers to ${permitNumberText(permit)}`}
        subtitle={
          <>
            <PermitNumber permit={permit} /> · {permit.projectName} · {permit.reviewCycle}
          </>
        }
        strip={<PermitStrip strip={editor.strip} isPlain />}
      />
      <PostForm
        formResult={result}
        errors={errorsIn(result)}
        failure={failures.updateAssignments}
        version={version}
        versionName="seen"
      >
        {/* Enter in a field presses the first button of a form. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          Save assignments
        </button>
        <Card
          title="Disciplines"
          aside={
            rows.length > 0 && (
              <Button size="small" name="suggest" value="1" data-leads-on="">
                Suggest
              </Button>
            )
          }
          flush
        >
          {rows.length === 0 && <EmptyState title="No discipline is required" />}
          {rows.map((row, index) => (
            <EditorRow
              key={result?.reasons?.[row.discipline] ? `${row.discipline} ${count}` : row.discipline}
              row={row}
              options={optionsOf(row, editor.reviewers)}
              index={index}
              result={result}
            />
          ))}
          {others.length > 0 && (
            <details className="cycle" open={rows.length === 0}>
              <summary>Add a discipline</summary>
              <div className="card-body row">
                {others.map(({ discipline }) => (
                  <Button key={discipline} size="small" name="add" value={discipline} data-leads-on="">
                    {discipline}
                  </Button>
                ))}
              </div>
            </details>
          )}
        </Card>
        {result?.note && (
          // biome-ignore lint/a11y/noAutofocus: without scripts, nothing else moves the focus here
          <p id={noteId} className="note" tabIndex={-1} autoFocus>
            {result.note}
          </p>
        )}
        <div className="actions">
          <SubmitButton tone="primary">Save assignments</SubmitButton>
          <Link to={permitAddress}>Cancel</Link>
        </div>
      </PostForm>
    </>
  );
}

const noteId = "suggested";
const rowId = (discipline: string) => `assign-${discipline}`;

type Row = AssignmentEditorData["rows"][number];
type TypedRow = { discipline?: string; employeeId?: string; employeeDueDate?: string; status?: string };

const typedRows = (result?: EditorResult) =>
  (result?.submission.initialValue as { assignments?: TypedRow[] } | undefined)?.assignments ?? [];

/** Those of the form that was sent keep their places, as its messages have them. */
function shownRows({ rows }: AssignmentEditorData, result?: EditorResult): Row[] {
  const sent = typedRows(result).flatMap(
    (typed) => rows.find((row) => row.discipline === typed?.discipline) ?? [],
  );
  return [...new Set([...sent, ...rows.filter(({ isInUse }) => isInUse)])];
}

function optionsOf({ certified, otherReviewer }: Row, reviewers: Option[]): Option[] {
  const options = reviewers.filter((_, index) => certified[index] === "1");
  return otherReviewer ? [otherReviewer, ...options] : options;
}

type EditorRowProps = { row: Row; options: Option[]; index: number; result?: EditorResult };

function EditorRow({ row, options, index, result }: EditorRowProps) {
  const { discipline } = row;
  const typed = typedRows(result).find((typed) => typed?.discipline === discipline);
  const field = (part: "employeeId" | "employeeDueDate" | "status") =>
    fieldOf(`assignments[${index}].${part}`, result, typed ? typed[part] : row[part]);
  return (
    <fieldset
      id={rowId(discipline)}
      className="card-body cycle assignment-row"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without scripts, nothing else moves the focus here
      autoFocus={result?.added === discipline}
    >
      <legend className="sr-only">{discipline}</legend>
      <input type="hidden" name={`assignments[${index}].discipline`} value={discipline} />
      <strong aria-hidden="true">{discipline}</strong>
      <ReviewerPicker
        field={field("employeeId")}
        label="Plan reviewer"
        hint={result?.reasons?.[discipline] ?? row.hint}
        options={options}
      />
      <DateField field={field("employeeDueDate")} label="Due date" />
      {row.isStatusFixed ? (
        <p className="small">
          <input type="hidden" name={field("status").name} value={row.status} />
          {assignmentStatuses[row.status].label}: the letter was released.
        </p>
      ) : (
        <SelectField field={field("status")} label="Status" options={assignmentStatusOptions} />
      )}
    </fieldset>
  );
}
