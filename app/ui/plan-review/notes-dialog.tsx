import { failures } from "~/models/failures";
import { assignmentStatuses } from "~/models/plan-review/assignment";
import type { Assignment } from "~/models/plan-review/assignment.server";
import type { PermitReview } from "~/routes/review/parts/load-review.server";
import { TextField } from "../fields";
import { FormDialog, usePostForm } from "../post-form";

type NotesDialogProps = {
  closeTo: string;
  review: PermitReview;
  notesFor: NonNullable<PermitReview["notesFor"]>;
};

export function NotesDialog({ review, notesFor, closeTo }: NotesDialogProps) {
  const assignment = review.summaries.find(({ id }) => id === notesFor.id);
  const [form, fields] = usePostForm<"comment">("notes", { values: { comment: notesFor.comment } });
  const current = form.formResult?.current as Pick<Assignment, "comment" | "status"> | undefined;
  const lacksDecision = review.permit.city.usesCorrections && assignment?.decision === null;
  return (
    <FormDialog
      title="Add Review Notes"
      closeTo={closeTo}
      form={form}
      // A toast would cover the typed notes, above which the saved ones are shown.
      hasToast={!current}
      failure={failures.updateAssignment}
      version={notesFor.expectedVersion ?? ""}
      versionName="seen"
      submit="Save Notes"
    >
      {assignment && (
        <p className="small">
          {assignment.discipline}
          {review.showsAllReviewers && ` · ${assignment.employeeName}`}
        </p>
      )}
      {current && (
        <div>
          <p className="small">Saved in the meantime · {assignmentStatuses[current.status].label}</p>
          <p className="note">{current.comment || "No notes"}</p>
        </div>
      )}
      <TextField
        field={fields.comment}
        label="Review notes"
        hint={
          lacksDecision
            ? "Saving marks the assignment as completed. A decision is still missing: decide too."
            : "Saving marks the assignment as completed."
        }
        placeholder="Add your review notes..."
        rows={8}
        required
        autoFocus={!form.formResult}
      />
    </FormDialog>
  );
}
