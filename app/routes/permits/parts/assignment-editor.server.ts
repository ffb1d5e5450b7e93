import { AssignmentsSchema } from "~/models/assignments/assignment.schema.server";
import {
  type AssignmentInput,
  listAssignments,
  saveAssignments,
  versionOf,
} from "~/models/assignments/assignment.server";
import { listReviewers } from "~/models/assignments/reviewer-list.server";
import { disciplineValues } from "~/models/discipline";
import { failures } from "~/models/failures";
import { assignmentQuestions } from "~/models/permits/due-date-question";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { isInReview } from "~/models/review-cycles/plan-check";
import { pick } from "~/models/shown-fields";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";

export type AssignmentEditorData = Awaited<ReturnType<typeof loadAssignmentEditor>>;

export async function loadAssignmentEditor(viewer: Viewer, id: number) {
  const permit = await readPermit(viewer, id);
  const assignments = await currentAssignments(viewer, permit);
  const reviewers = await listReviewers(viewer);
  /** After the release, the status of a review stays. */
  const isReleased = permit.city.usesCorrections && !isInReview(permit.planCheck);
  const rows = disciplineValues.map((discipline) => {
    const assignment = assignments.find((row) => row.discipline === discipline);
    const certified = reviewers.map((reviewer) => reviewer.disciplines.includes(discipline));
    const isCertified = reviewers.some(({ id }, index) => certified[index] && id === assignment?.employeeId);
    return {
      discipline,
      isInUse: assignment !== undefined || permit.requiredDisciplines.includes(discipline),
      employeeId: assignment ? String(assignment.employeeId) : "",
      employeeDueDate: assignment ? (assignment.employeeDueDate ?? "") : permit.dueDate,
      status: assignment?.status ?? "assigned",
      isStatusFixed: isReleased && assignment !== undefined,
      /** "1" for each reviewer who is certified: ids would be a seventh of the page. */
      certified: certified.map(Number).join(""),
      // The assigned reviewer stays an option, even if no longer certified or active.
      otherReviewer:
        assignment && !isCertified
          ? { value: String(assignment.employeeId), label: assignment.employeeName }
          : null,
    };
  });
  return {
    permit: pick(permit, "id", "urban37PermitNumber", "revisionNumber", "projectName", "reviewCycle"),
    version: versionOf(assignments),
    /** Each once: most are certified in several disciplines. */
    reviewers: reviewers.map(({ id, name, open }) => ({
      value: String(id),
      label: `${name} (${open} open)`,
    })),
    rows: [...rows.filter(({ isInUse }) => isInUse), ...rows.filter(({ isInUse }) => !isInUse)],
  };
}

const currentAssignments = async (viewer: Viewer, permit: Permit) =>
  (await listAssignments(viewer, permit)).filter(({ reviewCycle }) => reviewCycle === permit.reviewCycle);

export function submitAssignments(request: Request, viewer: Viewer, id: number) {
  const save = async ({ assignments, seen: expectedVersion }: AssignmentsSchema) => {
    const indexes = assignments.flatMap(({ employeeId }, index) => (employeeId ? [index] : []));
    const rows = indexes.map((index) => assignments[index] as AssignmentsSchema["assignments"][number]);
    const inputs = rows.map(
      ({ discipline, employeeId, employeeDueDate, status }): AssignmentInput => ({
        discipline,
        employeeId: employeeId ?? 0,
        employeeDueDate: employeeDueDate ?? null,
        status: status ?? "assigned",
      }),
    );
    await saveAssignments(viewer, id, inputs, expectedVersion ?? "").catch((error) => {
      throw error instanceof Refusal ? withFormIndexes(error, indexes) : error;
    });
    return redirectWithSuccess(`/permits/${id}#assignments`, "Assignments saved");
  };
  const ask = ({ assignments }: AssignmentsSchema) => dueDatesToConfirm(viewer, id, assignments);
  return submit(request, AssignmentsSchema, { failure: failures.updateAssignments, ask }, save);
}

async function dueDatesToConfirm(viewer: Viewer, id: number, rows: AssignmentsSchema["assignments"]) {
  const permit = await readPermit(viewer, id);
  const stored = await currentAssignments(viewer, permit);
  const dueBefore = (discipline: string) =>
    stored.find((row) => row.discipline === discipline)?.employeeDueDate;
  return rows
    .filter((row) => row.employeeId && row.employeeDueDate !== dueBefore(row.discipline))
    .flatMap((row) => assignmentQuestions(row, permit));
}

/** The form also has rows without a reviewer. */
function withFormIndexes(refusal: Refusal, indexes: number[]): Refusal {
  if (!refusal.fields) return refusal;
  const fields = Object.entries(refusal.fields).map(([name, messages]) => {
    const formName = name.replace(/\d+/, (index) => String(indexes[Number(index)]));
    return [formName, messages] as const;
  });
  return new Refusal(refusal.status, refusal.message, {
    ...refusal.details,
    fields: Object.fromEntries(fields),
  });
}
