import { ChangeReviewerSchema } from "~/models/assignments/assignment.schema.server";
import { type Assignment, listAssignments } from "~/models/assignments/assignment.server";
import { changeReviewer } from "~/models/assignments/change-assignments.server";
import { listReviewers, reviewerOption } from "~/models/assignments/reviewer-list.server";
import { failures } from "~/models/failures";
import { readPermit } from "~/models/permits/permit-scope.server";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { DateField, RadioGroup } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { dueDatesToConfirm } from "../parts/assignment-editor.server";
import { permitDialogOf, permitOfDialog } from "../parts/permit-dialog.server";
import { listAssignmentsOnce } from "../parts/read-once.server";
import type { Route } from "./+types/change-reviewer";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, permit } = await permitOfDialog(sent, "assignment.edit");
  const assignments = await listAssignmentsOnce(sent.request, viewer, permit);
  const assignment = assignmentIn(assignments, sent.params.assignmentId);
  const { discipline, employeeId, employeeName, employeeDueDate, updatedAt } = assignment;
  const others = (await listReviewers(viewer))
    .filter(({ id, disciplines }) => id !== employeeId && disciplines.includes(discipline))
    .sort((first, second) => first.open - second.open);
  return {
    discipline,
    employeeName,
    employeeDueDate,
    updatedAt,
    others: others.map(reviewerOption),
    hint: `Certified in ${discipline}, the least open work first.`,
    obstacle: others.length === 0 ? `No other active plan reviewer is certified in ${discipline}.` : null,
  };
}

function assignmentIn(assignments: Assignment[], sentId: string): Assignment {
  const id = idOf(sentId, notFound("Assignment"));
  const assignment = assignments.find((row) => row.id === id);
  if (!assignment) throw notFound("Assignment");
  return assignment;
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id: permitId, page } = permitDialogOf(sent);
  const readAssignment = async () =>
    assignmentIn(await listAssignments(viewer, await readPermit(viewer, permitId)), sent.params.assignmentId);
  const options = {
    failure: failures.updateAssignments,
    ask: async (changes: ChangeReviewerSchema) => {
      const { discipline } = await readAssignment();
      return dueDatesToConfirm(viewer, permitId, [{ discipline, ...changes }]);
    },
  };
  return submit(sent.request, ChangeReviewerSchema, options, async ({ updatedAt, ...changes }) => {
    const { employeeId, employeeDueDate = null } = changes;
    const { id, discipline } = await readAssignment();
    const versions = { permitId, expectedVersion: updatedAt };
    await changeReviewer(viewer, id, { employeeId, employeeDueDate }, versions);
    const { employeeName } = await readAssignment();
    return redirectWithSuccess(`${page}#assignments`, `${discipline} given to ${employeeName}`);
  });
}

export default function ChangeReviewer({ loaderData }: Route.ComponentProps) {
  const { discipline, employeeName, employeeDueDate, updatedAt, others, hint, obstacle } = loaderData;
  const [form, fields] = usePostForm<"employeeId" | "employeeDueDate">("reviewer", {
    values: { employeeDueDate: employeeDueDate ?? "" },
  });
  return (
    <FormDialog
      title={`Give ${discipline} to another plan reviewer`}
      closeTo="#assignments"
      obstacle={obstacle}
      form={form}
      failure={failures.updateAssignments}
      version={updatedAt}
      submit="Save"
    >
      <p>
        Now with <strong className="break-words">{employeeName}</strong>. Status and notes stay.
      </p>
      <RadioGroup
        field={fields.employeeId}
        label="Plan reviewer"
        hint={hint}
        options={others}
        autoFocus
        required
      />
      <DateField field={fields.employeeDueDate} label="Due date" />
    </FormDialog>
  );
}
