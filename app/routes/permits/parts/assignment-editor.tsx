import { Link } from "react-router";
import { assignmentStatuses, assignmentStatusOptions } from "~/models/assignments/assignment";
import { failures } from "~/models/failures";
import type { Option } from "~/models/options";
import { permitNumberText } from "~/models/permits/permit";
import type { FormResult } from "~/platform/forms/form.server";
import { Card } from "~/ui/card";
import { errorsIn } from "~/ui/error-summary";
import { DateField, SelectField } from "~/ui/fields";
import { fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { PageHeader } from "~/ui/page-header";
import { PermitNumber } from "~/ui/permit-number";
import { PostForm, SubmitButton } from "~/ui/post-form";
import type { AssignmentEditorData } from "./assignment-editor.server";
import { ReviewerPicker } from "./reviewer-picker";

export function AssignmentEditor({ editor }: { editor: AssignmentEditorData }) {
  const { permit, rows, version } = editor;
  const formResult = useFormResult();
  const permitAddress = `/permits/${permit.id}`;
  const inUse = rows.filter(({ isInUse }) => isInUse);
  const editorRow = (row: Row) => (
    <EditorRow
      key={row.discipline}
      row={row}
      options={optionsOf(row, editor.reviewers)}
      index={rows.indexOf(row)}
    />
  );
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
      />
      <PostForm
        formResult={formResult}
        errors={errorsIn(formResult)}
        failure={failures.updateAssignments}
        version={version}
        versionName="seen"
      >
        <Card title="Required disciplines" flush>
          {inUse.map(editorRow)}
        </Card>
        {inUse.length < rows.length && (
          <Card title="Other disciplines" flush>
            {rows.filter(({ isInUse }) => !isInUse).map(editorRow)}
          </Card>
        )}
        <div className="actions">
          <SubmitButton tone="primary">Save assignments</SubmitButton>
          <Link to={permitAddress}>Cancel</Link>
        </div>
      </PostForm>
    </>
  );
}

type Row = AssignmentEditorData["rows"][number];

function optionsOf({ certified, otherReviewer }: Row, reviewers: Option[]): Option[] {
  const options = reviewers.filter((_, index) => certified[index] === "1");
  return otherReviewer ? [otherReviewer, ...options] : options;
}

function EditorRow({ row, options, index }: { row: Row; options: Option[]; index: number }) {
  const formResult = useFormResult();
  const field = (part: "employeeId" | "employeeDueDate" | "status") => {
    const value = typedAt(formResult, index)?.[part] ?? (formResult ? "" : row[part]);
    return fieldOf(`assignments[${index}].${part}`, formResult, value);
  };
  return (
    <fieldset className="card-body cycle assignment-row">
      <legend className="sr-only">{row.discipline}</legend>
      <input type="hidden" name={`assignments[${index}].discipline`} value={row.discipline} />
      <strong aria-hidden="true">{row.discipline}</strong>
      <ReviewerPicker field={field("employeeId")} label="Plan reviewer" options={options} />
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

type Typed = { employeeId?: string; employeeDueDate?: string; status?: string };

function typedAt(formResult: FormResult | undefined, index: number): Typed | undefined {
  const typed = formResult?.submission.initialValue as { assignments?: Typed[] } | undefined;
  return typed?.assignments?.[index];
}
