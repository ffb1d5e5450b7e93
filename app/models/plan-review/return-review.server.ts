import { eq } from "drizzle-orm";
import { changeRow } from "../change-row.server";
import { write } from "../db.server";
import { notifyOfReturn } from "../mail/notification.server";
import { readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import { refuseCancelled, refuseReleased, requirePlanCheck } from "../plan-checks/plan-check.server";
import { allow, type Viewer } from "../policy";
import { notFound, Refusal, refusalAtField } from "../refusal";
import { assignments } from "../tables.server";
import type { StoredAssignment } from "./assignment.server";
import { recordAssignment } from "./assignment-record.server";
import { withoutDecision } from "./correction-context.server";

/**
 * The reviewer must decide again, and gets the remark by email. 409 without a decision and once the letter was
 * released.
 */
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
