import { and, eq, sql } from "drizzle-orm";
import { recordEvent } from "../audit.server";
import { nextMoment, today } from "../clock.server";
import { type Connection, write } from "../db.server";
import type { Discipline } from "../discipline";
import { scopedIdempotencyKey } from "../idempotency.server";
import { notifyOfAssignments } from "../mail/notification.server";
import { nextReviewCycle, type ReviewCycle } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { openPlanCheck } from "../plan-checks/plan-check.server";
import { allow, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { ofCycle } from "../review-cycle.server";
import { refuseStaleNamingEditor } from "../stale-row.server";
import { assignments, auditEvents, permits } from "../tables.server";
import { continuesByDefault, reviewerDueDate } from "./assignment";
import { type AssignmentInput, addAssignment } from "./assignment.server";
import { disciplinesToRepeat } from "./correction";
import { readCorrectionStates } from "./correction-state.server";
import { certificationCheck } from "./reviewer-list.server";

type NextCycleOptions = {
  /** The review cycle to start. */
  cycle?: ReviewCycle;
  /** The `updatedAt` of the permit that the user read. */
  expectedVersion?: string;
  idempotencyKey?: string;
};

/**
 * Moves a permit to its next review cycle and returns that cycle. Assigns the chosen disciplines, by default
 * those not completed or with open corrections, to the same reviewers and notifies them by email. Leaves out reviewers who are inactive
 * or no longer certified. Idempotent with `cycle` or `idempotencyKey`. Throws 409 after the last
 * cycle, when `cycle` is not the next one, when `expectedVersion` is outdated, and for a cancelled permit of a city that
 * uses corrections.
 */
export function startNextCycle(
  viewer: Viewer,
  permitId: number,
  chosen?: Discipline[],
  { cycle, expectedVersion, idempotencyKey }: NextCycleOptions = {},
): Promise<ReviewCycle> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "assignment.edit", permit);
    const key = scopedIdempotencyKey(idempotencyKey, viewer, permitId);
    const started = key && (await cycleStartedBy(tx, permitId, key));
    if (started) return started;
    // A second post of the same form must not start another cycle.
    if (cycle === permit.reviewCycle) return cycle;
    await refuseStaleNamingEditor(tx, "permit", permit, expectedVersion);
    if (permit.city.usesCorrections && permit.status === "cancelled") {
      throw new Refusal(409, "This permit is cancelled");
    }
    const next = nextReviewCycle(permit.reviewCycle);
    if (!next) throw new Refusal(409, `${permit.reviewCycle} is the last review cycle`);
    if (cycle && cycle !== next) throw new Refusal(409, `The permit is now in ${permit.reviewCycle}`);
    const previous = await tx.select().from(assignments).where(ofCycle(permit));
    await tx
      .update(permits)
      .set({ reviewCycle: next, updatedAt: nextMoment(permit.updatedAt) })
      .where(eq(permits.id, permitId));
    const changes: CycleStart = { reviewCycle: [permit.reviewCycle, next], formKey: key };
    await recordEvent(tx, viewer, "permit.updated", permitId, changes);
    await openPlanCheck(tx, { ...permit, reviewCycle: next });
    const employeeDueDate = reviewerDueDate(permit.dueDate, today());
    // A permit that was already in the next cycle has assignments there, which are not replaced.
    const existing = await tx
      .select({ discipline: assignments.discipline })
      .from(assignments)
      .where(ofCycle({ id: permitId, reviewCycle: next }));
    const isCertified = await certificationCheck(tx, previous);
    const written = permit.city.usesCorrections ? await readCorrectionStates(permit, undefined, tx) : [];
    const open = disciplinesToRepeat(written);
    const created: AssignmentInput[] = [];
    for (const assignment of previous) {
      const { discipline, employeeId } = assignment;
      const exists = existing.some((assigned) => assigned.discipline === discipline);
      const isChosen = chosen ? chosen.includes(discipline) : continuesByDefault(assignment, open);
      if (exists || !isChosen || !isCertified(assignment)) continue;
      const row: AssignmentInput = { discipline, employeeId, employeeDueDate, status: "assigned" };
      await addAssignment(tx, viewer, permitId, next, row);
      created.push(row);
    }
    await notifyOfAssignments(tx, viewer, permit, created);
    return next;
  });
}

/** The audit record of a started cycle, with the scoped key that makes the request idempotent. */
type CycleStart = { reviewCycle: [ReviewCycle, ReviewCycle]; formKey?: string };

/** Returns the cycle that an earlier request with the same key started. */
async function cycleStartedBy(
  tx: Connection,
  permitId: number,
  key: string,
): Promise<ReviewCycle | undefined> {
  const [start] = await tx
    .select({ changes: auditEvents.changes })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subject, "permit"),
        eq(auditEvents.subjectId, permitId),
        sql`${auditEvents.changes} ->> 'formKey' = ${key}`,
      ),
    );
  return (start?.changes as CycleStart | undefined)?.reviewCycle[1];
}
