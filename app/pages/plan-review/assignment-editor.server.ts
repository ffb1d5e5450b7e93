import { submit } from "~/form.server";
import { today } from "~/models/clock.server";
import { disciplines } from "~/models/discipline";
import { failures } from "~/models/failures";
import { readPermit } from "~/models/permits/permit-scope.server";
import { AssignmentsForm } from "~/models/plan-review/assignment.form.server";
import {
  type AssignmentRow,
  listAssignments,
  saveAssignments,
  versionOf,
} from "~/models/plan-review/assignment.server";
import { listReviewers } from "~/models/plan-review/reviewer-list.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { redirectWithSuccess } from "~/toast.server";

export type AssignmentEditorData = Awaited<ReturnType<typeof loadAssignmentEditor>>;

/** A row per discipline: the required and assigned ones first, then whatever else there is. */
export async function loadAssignmentEditor(viewer: Viewer, id: number) {
  const permit = await readPermit(viewer, id);
  const present = (await listAssignments(viewer, id)).filter(
    ({ reviewCycle }) => reviewCycle === permit.reviewCycle,
  );
  const reviewers = await listReviewers(viewer);
  const rows = disciplines.map((discipline) => {
    const assignment = present.find((each) => each.discipline === discipline);
    const certified = reviewers.filter((reviewer) => reviewer.disciplines.includes(discipline));
    const options = certified.map(({ id: value, name, open }) => ({
      value: String(value),
      label: `${name} (${open} open)`,
    }));
    // Somebody who lost the certificate, or left, still stands where they were assigned.
    if (assignment && !certified.some((reviewer) => reviewer.id === assignment.employeeId)) {
      options.unshift({ value: String(assignment.employeeId), label: assignment.employeeName });
    }
    return {
      discipline,
      isWanted: assignment !== undefined || permit.requiredDisciplines.includes(discipline),
      employeeId: assignment ? String(assignment.employeeId) : "",
      employeeDueDate: assignment ? (assignment.employeeDueDate ?? "") : permit.dueDate,
      status: assignment?.status ?? "assigned",
      options,
    };
  });
  return {
    permit,
    today: today(),
    version: versionOf(present),
    rows: [...rows.filter(({ isWanted }) => isWanted), ...rows.filter(({ isWanted }) => !isWanted)],
  };
}

/** Saves the editor's list; a row without a reviewer is no assignment. */
export function submitAssignments(request: Request, viewer: Viewer, id: number) {
  const save = async ({ assignments, seen }: AssignmentsForm) => {
    const places = assignments.flatMap(({ employeeId }, index) => (employeeId ? [index] : []));
    const rows = places.map((index) => assignments[index] as AssignmentsForm["assignments"][number]);
    const wanted = rows.map(
      ({ discipline, employeeId, employeeDueDate, status }): AssignmentRow => ({
        discipline,
        employeeId: employeeId ?? 0,
        employeeDueDate: employeeDueDate ?? null,
        status: status ?? "assigned",
      }),
    );
    await saveAssignments(viewer, id, wanted, seen ?? "").catch((error) => {
      throw error instanceof Refusal ? placed(error, places) : error;
    });
    return redirectWithSuccess(`/permits/${id}#assignments`, "Assignments saved");
  };
  return submit(request, AssignmentsForm, save, { failure: failures.updateAssignments });
}

/** The same refusal, its fields counted as the form counts its rows. */
function placed(refusal: Refusal, places: number[]): Refusal {
  if (!refusal.fields) return refusal;
  const fields = Object.entries(refusal.fields).map(([name, messages]) => {
    const inForm = name.replace(/\d+/, (index) => String(places[Number(index)]));
    return [inForm, messages] as const;
  });
  return new Refusal(refusal.status, refusal.message, Object.fromEntries(fields), refusal.details);
}
