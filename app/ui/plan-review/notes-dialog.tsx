import { failures } from "~/models/failures";
import { assignmentStatuses } from "~/models/plan-review/assignment";
import type { Assignment } from "~/models/plan-review/assignment.server";
import type { PermitReview } from "~/pages/plan-review/permit-review.server";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import type { PermitFormResult } from "../permits/permit-form";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";

type NotesDialogProps = {
  review: PermitReview;
  notesFor: NonNullable<PermitReview["notesFor"]>;
  closeTo: string;
  formResult?: PermitFormResult;
};

export function NotesDialog({ review, notesFor, closeTo, formResult }: NotesDialogProps) {
  const current = formResult?.current as Pick<Assignment, "comment" | "status" | "updatedAt"> | undefined;
  const assignment = review.summaries.find(({ id }) => id === notesFor.id);
  const [form, fields] = usePostForm<{ comment: string }>("notes", formResult, {
    defaultValue: { comment: notesFor.comment },
  });
  const lacksDecision = review.permit.city.usesCorrections && assignment?.decision === null;
  return (
    <Dialog title="Add Review Notes" closeTo={closeTo}>
      {/* The edit conflict is shown above both versions; a toast would cover the typed one. */}
      <PostForm
        form={form}
        hasToast={!current}
        failure={failures.updateAssignment}
        version={notesFor.expectedVersion ?? ""}
        versionName="seen"
        className="stack"
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
          multiline
          rows={8}
          required
          autoFocus={!formResult}
        />
        <DialogActions closeTo={closeTo}>Save Notes</DialogActions>
      </PostForm>
    </Dialog>
  );
}
