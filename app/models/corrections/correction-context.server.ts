import { and, desc, eq } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { toBeDecided } from "../assignments/assignment";
import { recordAssignment } from "../assignments/assignment-record.server";
import { changeRow } from "../change-row.server";
import { formatWhen } from "../clock.server";
import type { Discipline } from "../discipline";
import { readPermit } from "../permits/permit-scope.server";
import { allow, type Capability, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { ofCycle } from "../review-cycle.server";
import { isInReview, takesCorrections } from "../review-cycles/plan-check";
import { refuseCancelled, requirePlanCheck, type StoredPlanCheck } from "../review-cycles/plan-check.server";
import { assignments, letters } from "../tables.server";
import { readCorrectionStates } from "./correction-state.server";
import { fitsDecision } from "./decision";

export type CorrectionContext = Awaited<ReturnType<typeof readCorrectionContext>>;

type ContextOptions = { capability?: Capability; expectedVersion?: string };

/** With `expectedVersion` the refusal says when the letter was released. */
export async function readCorrectionContext(
  tx: Connection,
  viewer: Viewer,
  permitId: number,
  discipline: Discipline,
  { capability = "correction.write", expectedVersion }: ContextOptions = {},
) {
  const permit = await readPermit(viewer, permitId, tx);
  const [assignment] = await tx
    .select()
    .from(assignments)
    .where(and(ofCycle(permit), eq(assignments.discipline, discipline)));
  const isOwn = assignment !== undefined && assignment.employeeId === viewer.employeeId;
  allow(viewer, capability, { isOwn });
  refuseCancelled(permit);
  const planCheck = await requirePlanCheck(tx, permit);
  if (!takesCorrections(planCheck.state)) {
    if (expectedVersion) throw await releasedMeanwhile(tx, planCheck);
    throw new Refusal(409, "This permit has no open plan check");
  }
  return { permit, assignment, planCheck };
}

/** For a form that was opened before the release. */
export async function releasedMeanwhile(tx: Connection, planCheck: StoredPlanCheck) {
  const [letter] = await tx
    .select({ number: letters.number, createdAt: letters.createdAt })
    .from(letters)
    .where(eq(letters.planCheckId, planCheck.id))
    .orderBy(desc(letters.issue))
    .limit(1);
  const released = letter
    ? `${letter.number} was released ${formatWhen(letter.createdAt)}`
    : `The ${planCheck.reviewCycle} letter was released`;
  return new Refusal(409, `${released}. Your text is kept below.`);
}

/** Otherwise it could not be decided. After the release a draft waits for the next letter. */
export function refuseUnassigned(context: CorrectionContext, discipline: Discipline) {
  const { permit, assignment, planCheck } = context;
  if (assignment || !isInReview(planCheck)) return;
  throw new Refusal(409, `${discipline} is not in ${permit.reviewCycle}: assign it first`);
}

/** Takes back a decision that no longer fits, or that a new correction was not part of. Call it after the change. */
export async function takeBackDecision(
  tx: Connection,
  viewer: Viewer,
  { permit, assignment, planCheck }: CorrectionContext,
  { hasNewCorrection = false } = {},
) {
  // After the release, decisions stay as the letter has them.
  if (!assignment?.decision || !isInReview(planCheck)) return false;
  const corrections = await readCorrectionStates(permit, assignment.discipline, tx);
  if (!hasNewCorrection && fitsDecision(assignment.decision, corrections, permit.reviewCycle)) return false;
  const updated = await changeRow(tx, assignments, assignment, toBeDecided);
  await recordAssignment(tx, viewer, assignment, updated);
  return true;
}

export const decisionTakenBackMessage = (discipline: Discipline): string =>
  `${discipline}'s decision was taken back: decide again`;
