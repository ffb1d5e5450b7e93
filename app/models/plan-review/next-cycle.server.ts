import { and, eq } from "drizzle-orm";
import { recordEvent } from "../audit.server";
import { nextMoment, today } from "../clock.server";
import { type Connection, write } from "../db.server";
import type { Discipline } from "../discipline";
import { scopedIdempotencyKey } from "../idempotency.server";
import { notifyOfAssignments } from "../mail/notification.server";
import { nextReviewCycle, type ReviewCycle } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { ofCycle } from "../review-cycle.server";
import { refuseStaleNamingEditor } from "../stale-row.server";
import { assignments, auditEvents, permits } from "../tables.server";
import { continues, reviewerDueDate } from "./assignment";
import { type AssignmentRow, addAssignment } from "./assignment.server";
import { certification } from "./reviewer-list.server";

type NextCycle = {
  /** The cycle that is meant. */
  cycle?: ReviewCycle;
  /** The `updatedAt` of the permit that was read. */
  expectedVersion?: string;
  formKey?: string;
};

/**
 * Moves a permit to its next review cycle and opens assignments there for the chosen disciplines, or for
 * those not completed, with the reviewers of the last cycle, due with the permit or, when that is past, in
 * ten days. Reviewers who are inactive or no longer certified are left out, the others told by mail. With
 * `cycle` or `formKey` it starts once however often it is sent. Refuses (409) after the last cycle, a cycle
 * that is not the next, and a permit that was changed since it was read.
 */
export function startNextCycle(
  viewer: Viewer,
  permitId: number,
  chosen?: Discipline[],
  { cycle, expectedVersion, formKey }: NextCycle = {},
): Promise<ReviewCycle> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "assignment.edit", permit);
    const key = scopedIdempotencyKey(formKey, viewer, permitId);
    const started = key && (await cycleStartedBy(tx, permitId, key));
    if (started) return started;
    // A second post of the same form finds the cycle started, and starts no other.
    if (cycle === permit.reviewCycle) return cycle;
    await refuseStaleNamingEditor(tx, "permit", permit, expectedVersion);
    const next = nextReviewCycle(permit.reviewCycle);
    if (!next) throw new Refusal(409, `${permit.reviewCycle} is the last review cycle`);
    if (cycle && cycle !== next) throw new Refusal(409, `The permit is in ${permit.reviewCycle} by now`);
    const last = await tx.select().from(assignments).where(ofCycle(permit));
    await tx
      .update(permits)
      .set({ reviewCycle: next, updatedAt: nextMoment(permit.updatedAt) })
      .where(eq(permits.id, permitId));
    const changes: CycleStart = { reviewCycle: [permit.reviewCycle, next], formKey: key };
    await recordEvent(tx, viewer, "permit.updated", permitId, changes);
    const employeeDueDate = reviewerDueDate(permit.dueDate, today());
    // A permit that was set back by hand may have been in that cycle before.
    const there = await tx
      .select({ discipline: assignments.discipline })
      .from(assignments)
      .where(ofCycle({ id: permitId, reviewCycle: next }));
    const isCertified = await certification(tx, last);
    const given: AssignmentRow[] = [];
    for (const assignment of last) {
      const { discipline, employeeId } = assignment;
      const isThere = there.some((each) => each.discipline === discipline);
      const isMeant = chosen ? chosen.includes(discipline) : continues(assignment);
      if (isThere || !isMeant || !isCertified(assignment)) continue;
      const row: AssignmentRow = { discipline, employeeId, employeeDueDate, status: "assigned" };
      await addAssignment(tx, viewer, permitId, next, row);
      given.push(row);
    }
    await notifyOfAssignments(tx, viewer, permit, given);
    return next;
  });
}

/** What is recorded of a cycle that was started: by which key, so that a second post is known. */
type CycleStart = { reviewCycle: [ReviewCycle, ReviewCycle]; formKey?: string };

/** The cycle that an earlier post of the same key started on a permit. */
async function cycleStartedBy(
  tx: Connection,
  permitId: number,
  key: string,
): Promise<ReviewCycle | undefined> {
  const ofPermit = and(eq(auditEvents.subject, "permit"), eq(auditEvents.subjectId, permitId));
  const events = await tx
    .select({ changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(ofPermit, eq(auditEvents.action, "permit.updated")));
  const start = events.find(({ changes }) => changes.formKey === key)?.changes as CycleStart | undefined;
  return start?.reviewCycle[1];
}
