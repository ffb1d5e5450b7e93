import { assignmentStatuses } from "~/models/assignments/assignment";
import { ReviewNotesSchema } from "~/models/assignments/assignment.schema.server";
import { type Assignment, updateAssignment } from "~/models/assignments/assignment.server";
import { failures } from "~/models/failures";
import { scopeOf } from "~/models/policy";
import { submit } from "~/platform/forms/form.server";
import { redirectWithUndo } from "~/platform/http/toast.server";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { permitDialogOf } from "../../permits/parts/permit-dialog.server";
import { listAssignmentsOnce, readPermitOnce } from "../../permits/parts/read-once.server";
import { assignmentIdIn } from "../parts/read-review.server";
import { keepNotesIfReassigned } from "../parts/reassigned-while-writing.server";
import type { Route } from "./+types/review-notes";

/** Opens also if the assignment was removed or reassigned: the typed notes are not lost. */
export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const assignmentId = assignmentIdIn(sent);
  const permit = await readPermitOnce(sent.request, viewer, id);
  const assignments = await listAssignmentsOnce(sent.request, viewer, permit);
  const assignment = assignments.find((one) => one.id === assignmentId);
  const own = assignment?.mayWork ? assignment : undefined;
  return {
    comment: own?.comment ?? "",
    version: own?.updatedAt ?? "",
    discipline: assignment?.discipline,
    employeeName: scopeOf(viewer, "assignment.work") === "all" ? assignment?.employeeName : undefined,
    lacksDecision: permit.city.usesCorrections && assignment?.decision === null,
  };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  const options = { failure: failures.updateAssignment };
  return submit(sent.request, ReviewNotesSchema, options, async ({ comment, seen }) => {
    const assignmentId = assignmentIdIn(sent);
    const changes = { status: "completed", comment } as const;
    await keepNotesIfReassigned(viewer, id, assignmentId, () =>
      updateAssignment(viewer, assignmentId, changes, { permitId: id, expectedVersion: seen }),
    );
    return redirectWithUndo(page, "Assignment marked as completed", {
      viewer,
      kind: "assignment",
      id: assignmentId,
    });
  });
}

export default function ReviewNotes({ loaderData }: Route.ComponentProps) {
  const { comment, version, discipline, employeeName, lacksDecision } = loaderData;
  const [form, fields] = usePostForm<"comment">("notes", { values: { comment } });
  const current = form.formResult?.current as Pick<Assignment, "comment" | "status"> | undefined;
  return (
    <FormDialog
      title="Add Review Notes"
      form={form}
      // A toast would cover the typed notes, above which the saved ones are shown.
      hasToast={!current}
      failure={failures.updateAssignment}
      version={version}
      versionName="seen"
      submit="Save Notes"
    >
      {discipline && (
        <p className="small">
          {discipline}
          {employeeName && ` · ${employeeName}`}
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
        autoFocus
      />
    </FormDialog>
  );
}
