import { eq } from "drizzle-orm";
import { changeRow } from "../change-row.server";
import { now, today } from "../clock.server";
import { type Connection, write } from "../db.server";
import { notifyOfReturn } from "../mail/notification.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import {
  refuseCancelled,
  refuseFinishedReview,
  refuseReleased,
  requirePlanCheck,
} from "../plan-checks/plan-check.server";
import { allow, type Viewer } from "../policy";
import { conflictRefusal, notFound, Refusal, refusalAtField } from "../refusal";
import { refuseStale } from "../stale-row.server";
import { assignments } from "../tables.server";
import { isDone } from "./assignment";
import { readWorkableAssignment, type StoredAssignment } from "./assignment.server";
import { recordAssignment } from "./assignment-record.server";
import { numberOf } from "./correction";
import type { DecisionInput } from "./correction.schema.server";
import { readCorrectionContext, withoutDecision } from "./correction-context.server";
import { readCorrectionStates } from "./correction-state.server";
import { decisions, misfit, missingBackChecks } from "./decision";
import { logTime } from "./time-entry.server";

type Versioned = { id: number; updatedAt: string };

export function versionOfReview(assignment: { updatedAt: string }, corrections: readonly Versioned[]) {
  const latest = corrections.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), "");
  const newest = Math.max(0, ...corrections.map(({ id }) => id));
  return [latest, corrections.length, newest, assignment.updatedAt].join("/");
}

type DecideOptions = {
  permitId?: number;
  expectedVersion?: string;
  expectedAssignment?: string;
};

export const decide = (
  viewer: Viewer,
  assignmentId: number,
  fields: DecisionInput,
  options: DecideOptions = {},
): Promise<StoredAssignment> => write((tx) => makeDecision(tx, viewer, assignmentId, fields, options));

type LoggedTime = { hoursWorked: number; formKey?: string };

export const decideWithHours = (
  viewer: Viewer,
  assignmentId: number,
  fields: DecisionInput,
  time: LoggedTime,
  options: DecideOptions = {},
): Promise<StoredAssignment> =>
  write(async (tx) => {
    const decided = await makeDecision(tx, viewer, assignmentId, fields, options);
    const { permitId, employeeId, discipline } = decided;
    await logTime(tx, viewer, permitId, { ...time, employeeId, discipline, workDate: today() });
    return decided;
  });

async function makeDecision(
  tx: Connection,
  viewer: Viewer,
  assignmentId: number,
  { decision, decisionReason = null }: DecisionInput,
  { permitId, expectedVersion, expectedAssignment }: DecideOptions,
): Promise<StoredAssignment> {
  const assignment = await readWorkableAssignment(tx, viewer, assignmentId, permitId);
  await refuseFinishedReview(tx, assignment);
  const { discipline } = assignment;
  const options = { capability: "decision.make" } as const;
  const { permit } = await readCorrectionContext(tx, viewer, assignment.permitId, discipline, options);
  if (assignment.reviewCycle !== permit.reviewCycle) {
    throw new Refusal(409, `${assignment.reviewCycle} is not the current review cycle`);
  }
  const corrections = await readCorrectionStates(permit, discipline, tx);
  const { skipsReview } = decisions[decision];
  const reason = skipsReview ? decisionReason : null;
  // A second post of the form is no conflict with the first.
  if (assignment.decision === decision && assignment.decisionReason === reason) return assignment;
  await refuseStale(assignment, expectedAssignment, `${discipline} was changed meanwhile`);
  refuseChanged(assignment, corrections, expectedVersion);
  refuseUnchecked(corrections, permit);
  const problem = misfit(decision, corrections, permit.city.approvalWording);
  if (problem) throw refusalAtField("decision", problem);
  if (skipsReview && !reason) {
    throw refusalAtField("decisionReason", "Say why it is not applicable");
  }
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
  return decided;
}

type Corrections = Awaited<ReturnType<typeof readCorrectionStates>>;

function refuseChanged(
  assignment: StoredAssignment,
  corrections: Corrections,
  expectedVersion: string | undefined,
): void {
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

function refuseUnchecked(corrections: Corrections, { reviewCycle }: Permit): void {
  const missing = missingBackChecks(corrections, reviewCycle);
  if (missing) throw new Refusal(409, missing);
}

export function returnReview(
  viewer: Viewer,
  assignmentId: number,
  remark: string,
  { permitId }: { permitId?: number } = {},
): Promise<StoredAssignment> {
  return write(async (tx) => {
    allow(viewer, "assignment.read");
    const [assignment] = await tx.select().from(assignments).where(eq(assignments.id, assignmentId));
    if (!assignment || (permitId !== undefined && permitId !== assignment.permitId)) {
      throw notFound("Assignment");
    }
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
      ...withoutDecision,
      status: "in_progress",
      completedAt: null,
      returnRemark: remark,
      returnedByName: personName(viewer),
    });
    await recordAssignment(tx, viewer, assignment, returned);
    await notifyOfReturn(tx, viewer, permit, { ...returned, remark });
    return returned;
  });
}
