import { Link } from "react-router";
import type { FormAnswer } from "~/form.server";
import { failures } from "~/models/failures";
import { assignmentStatusOptions } from "~/models/plan-review/assignment";
import type { AssignmentEditorData } from "~/pages/plan-review/assignment-editor.server";
import { Card } from "../card";
import { DateField } from "../date-field";
import { errorsIn } from "../error-summary";
import { idOfName } from "../form-field";
import { PageHeader } from "../page-header";
import { PermitNumber } from "../permit-number";
import { PostForm, SubmitButton } from "../post-form";
import { SelectField } from "../select-field";
import { ReviewerPicker } from "./reviewer-picker";

type AssignmentEditorProps = { editor: AssignmentEditorData; answer?: FormAnswer };

/** Who reviews which discipline of a permit in its current cycle, saved as one list. */
export function AssignmentEditor({ editor, answer }: AssignmentEditorProps) {
  const { permit, rows, version } = editor;
  const page = `/permits/${permit.id}`;
  const wanted = rows.filter(({ isWanted }) => isWanted);
  return (
    <>
      <PageHeader
        back={{ to: page, label: "Back to the permit" }}
        title="Assign reviewers"
        subtitle={
          <>
            <PermitNumber permit={permit} /> · {permit.projectName} · {permit.reviewCycle}
          </>
        }
      />
      <PostForm
        answer={answer}
        errors={errorsIn(answer)}
        failure={failures.updateAssignments}
        version={version}
        versionName="seen"
      >
        <Card title="Required disciplines" flush>
          {wanted.map((row) => (
            <EditorRow key={row.discipline} row={row} index={rows.indexOf(row)} answer={answer} />
          ))}
        </Card>
        {wanted.length < rows.length && (
          <Card title="Other disciplines" flush>
            {rows
              .filter(({ isWanted }) => !isWanted)
              .map((row) => (
                <EditorRow key={row.discipline} row={row} index={rows.indexOf(row)} answer={answer} />
              ))}
          </Card>
        )}
        <div className="actions">
          <SubmitButton tone="primary">Save assignments</SubmitButton>
          <Link to={page}>Cancel</Link>
        </div>
      </PostForm>
    </>
  );
}

type EditorRowProps = { row: AssignmentEditorData["rows"][number]; index: number; answer?: FormAnswer };

function EditorRow({ row, index, answer }: EditorRowProps) {
  const field = (part: "employeeId" | "employeeDueDate" | "status") => {
    const name = `assignments[${index}].${part}`;
    return {
      id: idOfName(name),
      name,
      errors: answer?.result.error?.[name] ?? undefined,
      initialValue: typedAt(answer, index)?.[part] ?? (answer ? "" : row[part]),
    };
  };
  return (
    <fieldset className="card-body cycle assignment-row">
      <legend className="sr-only">{row.discipline}</legend>
      <input type="hidden" name={`assignments[${index}].discipline`} value={row.discipline} />
      <strong aria-hidden="true">{row.discipline}</strong>
      <ReviewerPicker field={field("employeeId")} label="Reviewer" options={row.options} />
      <DateField field={field("employeeDueDate")} label="Due date" />
      <SelectField field={field("status")} label="Status" options={assignmentStatusOptions} />
    </fieldset>
  );
}

type Typed = { employeeId?: string; employeeDueDate?: string; status?: string };

function typedAt(answer: FormAnswer | undefined, index: number): Typed | undefined {
  const typed = answer?.result.initialValue as { assignments?: Typed[] } | undefined;
  return typed?.assignments?.[index];
}
