import type { Assignment } from "~/models/assignments/assignment.server";
import { isOpenItem, numberOf } from "~/models/corrections/correction";
import {
  decisionLabel,
  decisionValues,
  fittingDecisions,
  missingBackChecks,
} from "~/models/corrections/decision";
import { versionOfReview } from "~/models/corrections/decision.server";
import { loggableDisciplines } from "~/models/hours/time-entry-list.server";
import type { Viewer } from "~/models/policy";
import { pick } from "~/models/shown-fields";
import { newIdempotencyKey } from "~/platform/secret.server";
import type { Opened } from "../../permits/parts/read-once.server";
import { readReview } from "./read-review.server";

/** Also if the review was reassigned or removed: the typed reason is not lost. */
export async function loadDecision(viewer: Viewer, permitId: number, sent: Opened, assignmentId: number) {
  const { permit, assignments, corrections: rows, obstacle } = await readReview(viewer, permitId, sent);
  const assignment = assignments.find(
    ({ id, mayWork, reviewCycle }) => id === assignmentId && mayWork && reviewCycle === permit.reviewCycle,
  );
  const corrections = rows.filter((row) => row.discipline === assignment?.discipline);
  const fitting = assignment ? fittingDecisions(corrections) : [...decisionValues];
  const mayLog = assignment && loggableDisciplines(viewer, [assignment]).length > 0;
  return {
    obstacle,
    discipline: assignment?.discipline ?? null,
    options: fitting.map((value) => ({ value, label: decisionLabel(value, permit.city.approvalWording) })),
    chosen: assignment && (fitting.find((decision) => decision === assignment.decision) ?? fitting[0]),
    decisionReason: assignment?.decisionReason ?? null,
    missing: missingBackChecks(corrections, permit.reviewCycle) ?? null,
    version: assignment ? versionOfReview(assignment, corrections) : "",
    open: corrections.filter(isOpenItem).map((row) => ({
      ...pick(row, "id", "text", "kind", "isCut"),
      number: numberOf(row),
    })),
    hoursFor: mayLog ? nameOf(viewer, assignment) : null,
    idempotencyKey: newIdempotencyKey(),
  };
}

const nameOf = (viewer: Viewer, { employeeId, employeeName }: Assignment) =>
  employeeId === viewer.employeeId ? "you" : employeeName;
