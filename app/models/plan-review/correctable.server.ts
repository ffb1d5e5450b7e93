import { and, eq } from "drizzle-orm";
import { nextMoment } from "../clock.server";
import type { Connection } from "../db.server";
import type { Discipline } from "../discipline";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { requirePlanCheck } from "../plan-checks/plan-check.server";
import { allow, type Capability, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { ofCycle } from "../review-cycle.server";
import { assignments } from "../tables.server";
import { recordAssignment } from "./assignment-record.server";
import { readCorrectionStates } from "./correction-state.server";
import { fitsDecision } from "./decision";

type StoredAssignment = typeof assignments.$inferSelect;

/** A permit in whose plan check corrections are written, with the current assignment of a discipline. */
export type Correctable = { permit: Permit; assignment: StoredAssignment | undefined };

/**
 * Reads a permit for a change of a discipline's corrections. Throws 404 outside the viewer's scope, 403 unless the
 * viewer has the discipline in the current cycle or may change all, and 409 when the city writes no corrections or
 * the plan check is over.
 */
export async function readCorrectable(
  tx: Connection,
  viewer: Viewer,
  permitId: number,
  discipline: Discipline,
  capability: Capability = "correction.write",
): Promise<Correctable> {
  const permit = await readPermit(viewer, permitId, tx);
  const [assignment] = await tx
    .select()
    .from(assignments)
    .where(and(ofCycle(permit), eq(assignments.discipline, discipline)));
  const isOwn = assignment !== undefined && assignment.employeeId === viewer.employeeId;
  allow(viewer, capability, { isOwn });
  await requirePlanCheck(tx, permit);
  return { permit, assignment };
}

/** Throws 409 unless the discipline is assigned in the permit's current cycle: otherwise it could not be decided. */
export function refuseUnassigned({ permit, assignment }: Correctable, discipline: Discipline): void {
  if (assignment) return;
  throw new Refusal(409, `${discipline} is not in ${permit.reviewCycle}: assign it first`);
}

/**
 * Takes back the decision of a discipline if it no longer fits its corrections, or if a correction was added, without
 * which it was made: the assignment is in progress again. Returns whether it was taken back. Call inside a transaction,
 * after the corrections have changed.
 */
export async function takeBackDecision(
  tx: Connection,
  viewer: Viewer,
  { permit, assignment }: Correctable,
  { hasNewCorrection = false } = {},
): Promise<boolean> {
  if (!assignment?.decision) return false;
  const written = await readCorrectionStates(permit, assignment.discipline, tx);
  if (!hasNewCorrection && fitsDecision(assignment.decision, written, permit.reviewCycle)) return false;
  const [updated] = await tx
    .update(assignments)
    .set({
      ...withoutDecision,
      status: "in_progress",
      completedAt: null,
      updatedAt: nextMoment(assignment.updatedAt),
    })
    .where(eq(assignments.id, assignment.id))
    .returning();
  await recordAssignment(tx, viewer, assignment, updated ?? null);
  return true;
}

/** The columns of an assignment that is not decided. */
export const withoutDecision = {
  decision: null,
  decidedAt: null,
  decidedById: null,
  decisionReason: null,
} as const;

/** The second sentence of a toast after a decision was taken back. */
export const takenBackMessage = (discipline: Discipline): string =>
  `${discipline}'s decision was taken back: decide again`;
