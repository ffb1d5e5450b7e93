import { type Connection, write } from "~/platform/db/db.server";
import { isDone, toBeDecided } from "../assignments/assignment";
import {
  keepAssignmentUndo,
  readStoredAssignment,
  readWorkableAssignment,
  type StoredAssignment,
} from "../assignments/assignment.server";
import { recordAssignment } from "../assignments/assignment-record.server";
import { changeRow } from "../change-row.server";
import { now, today } from "../clock.server";
import { logTime } from "../hours/time-entry.server";
import { notifyOfReturn } from "../mail/notification.server";
import { readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import { allow, type Viewer } from "../policy";
import { conflictRefusal, Refusal, refusalAtField } from "../refusal";
import {
  refuseCancelled,
  refuseFinishedReview,
  refuseReleased,
  requirePlanCheck,
} from "../review-cycles/plan-check.server";
import { refuseStale } from "../stale-row.server";
import { assignments } from "../tables.server";
import { numberOf } from "./correction";
import type { DecisionInput } from "./correction.schema.server";
import { readCorrectionContext } from "./correction-context.server";
import { readCorrectionStates } from "./correction-state.server";
import { decisions, misfit, missingBackChecks } from "./decision";

export function versionOfReview(
  assignment: { updatedAt: string },
  corrections: readonly { id: number; updatedAt: string }[],
) {
  const latest = corrections.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), "");
  const newest = Math.max(0, ...corrections.map(({ id }) => id));
  return [latest, corrections.length, newest, assignment.updatedAt].join("/");
}

type DecideOptions = {
  permitId?: number;
  /** From `versionOfReview`. */
  expectedVersion?: string;
  expectedAssignment?: string;
  /** Logged with the decision, or neither is saved. */
  time?: { hoursWorked: number; formKey?: string };
};

export const decide = (
  viewer: Viewer,
  assignmentId: number,
  fields: DecisionInput,
  { time, ...options }: DecideOptions = {},
) =>
  write(async (tx) => {
    const { before, decided } = await makeDecision(tx, viewer, assignmentId, fields, options);
    const { permitId, employeeId, discipline } = decided;
    const logged =
      time && (await logTime(tx, viewer, permitId, { ...time, employeeId, discipline, workDate: today() }));
    if (before) await keepAssignmentUndo(tx, viewer, before, decided, logged?.entry);
    return decided;
  });

async function makeDecision(
  tx: Connection,
  viewer: Viewer,
  assignmentId: number,
  { decision, decisionReason = null }: DecisionInput,
  { permitId, expectedVersion, expectedAssignment }: DecideOptions,
) {
  const assignment = await readWorkableAssignment(tx, viewer, assignmentId, permitId);
  await refuseFinishedReview(tx, assignment);
  const { discipline } = assignment;
  const capability = "decision.make";
  const { permit } = await readCorrectionContext(tx, viewer, assignment.permitId, discipline, { capability });
  if (assignment.reviewCycle !== permit.reviewCycle) {
    throw new Refusal(409, `${assignment.reviewCycle} is not the current review cycle`);
  }
  const corrections = await readCorrectionStates(permit, discipline, tx);
  const { skipsReview } = decisions[decision];
  const reason = skipsReview ? decisionReason : null;
  // A second post of the form is no conflict with the first.
  if (assignment.decision === decision && assignment.decisionReason === reason)
    return { decided: assignment };
  await refuseStale(assignment, expectedAssignment, `${discipline} was changed meanwhile`);
  refuseChanged(assignment, corrections, expectedVersion);
  const missing = missingBackChecks(corrections, permit.reviewCycle);
  if (missing) throw new Refusal(409, missing);
  const problem = misfit(decision, corrections, permit.city.approvalWording);
  if (problem) throw refusalAtField("decision", problem);
  if (skipsReview && !reason) throw refusalAtField("decisionReason", "Say why it is not applicable");
  const moment = now();
  const decided = await changeRow(tx, assignments, assignment, {
    status: "completed",
    completedAt: isDone(assignment.status) ? assignment.completedAt : moment,
    decision,
    decisionReason: reason,
    decidedAt: moment,
    decidedById: viewer.id,
    returnRemark: null,
    returnedByName: null,
  });
  await recordAssignment(tx, viewer, assignment, decided);
  return { before: assignment, decided };
}

function refuseChanged(
  assignment: StoredAssignment,
  corrections: Awaited<ReturnType<typeof readCorrectionStates>>,
  expectedVersion: string | undefined,
) {
  const current = versionOfReview(assignment, corrections);
  if (!expectedVersion || expectedVersion === current) return;
  const [latest = "", count, lastId] = expectedVersion.split("/");
  const added = corrections.find(({ id }) => id > Number(lastId));
  const first = added ?? corrections.find(({ updatedAt }) => updatedAt > latest);
  const correction = first && `${numberOf(first)} was ${added ? "added" : "changed"}`;
  const isDeleted = corrections.length < Number(count);
  const review = isDeleted ? "A correction was deleted" : `${assignment.discipline} was changed`;
  throw conflictRefusal(`${correction ?? review} meanwhile`, current);
}

export function returnReview(
  viewer: Viewer,
  assignmentId: number,
  remark: string,
  { permitId }: { permitId?: number } = {},
) {
  return write(async (tx) => {
    const assignment = await readStoredAssignment(tx, viewer, assignmentId, permitId);
    const permit = await readPermit(viewer, assignment.permitId, tx);
    allow(viewer, "plan-check.manage", permit);
    const { discipline, reviewCycle } = assignment;
    if (reviewCycle !== permit.reviewCycle)
      throw new Refusal(409, `${reviewCycle} is over: its reviews stand`);
    refuseReleased(await requirePlanCheck(tx, permit));
    if (!remark.trim()) throw refusalAtField("remark", "Say what must change");
    // A second post of the form is not refused.
    if (!assignment.decision && assignment.returnRemark === remark) return assignment;
    refuseCancelled(permit);
    if (!assignment.decision) throw new Refusal(409, `${discipline} has no decision to return`);
    const returned = await changeRow(tx, assignments, assignment, {
      ...toBeDecided,
      returnRemark: remark,
      returnedByName: personName(viewer),
    });
    await recordAssignment(tx, viewer, assignment, returned);
    await notifyOfReturn(tx, viewer, permit, { ...returned, remark });
    return returned;
  });
}
