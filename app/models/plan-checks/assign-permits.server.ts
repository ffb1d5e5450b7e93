import { reviewerDueDate } from "../assignments/assignment";
import { addAssignment } from "../assignments/assignment.server";
import { certificationCheck } from "../assignments/reviewer-list.server";
import { today } from "../clock.server";
import { notifyOfGivenAssignments } from "../mail/notification.server";
import type { Tick } from "../many";
import { changedMeanwhile, changeMany } from "../many.server";
import { refuseClosed } from "../permits/change-permits.server";
import { readPermit } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { isInReview } from "../review-cycles/plan-check";
import { openPlanCheck } from "../review-cycles/plan-check.server";
import { refuseStale } from "../stale-row.server";
import { listUnassigned } from "./unassigned.server";

/**
 * Assigns a reviewer in each ticked permit to the disciplines that lack one and that they are certified in, due as in
 * the editor. A permit that lacks none is done already; 409 for one that is not open, or that lacks none of theirs.
 */
export async function assignPermits(viewer: Viewer, ticks: Tick[], employeeId: number) {
  allow(viewer, "assignment.edit");
  return changeMany(viewer, ticks, {
    event: "permit.many-assigned",
    change: async (tx, { id, version }) => {
      const permit = await readPermit(viewer, id, tx);
      allow(viewer, "assignment.edit", permit);
      refuseClosed(permit);
      if (!isInReview(permit.planCheck))
        throw new Refusal(409, `The ${permit.reviewCycle} letter was released`);
      const lacking = (await listUnassigned(viewer, [id], tx)).get(id)?.unassigned ?? [];
      if (lacking.length === 0) {
        if (permit.isAssigned) return undefined;
        throw new Refusal(409, "It has no required discipline. Assign it on its own page");
      }
      await refuseStale(permit, version, changedMeanwhile);
      const employeeDueDate = reviewerDueDate(permit.dueDate, today());
      const rows = lacking.map((discipline) => ({
        permitId: id,
        discipline,
        employeeId,
        employeeDueDate,
        status: "assigned" as const,
      }));
      const own = rows.filter(await certificationCheck(tx, rows));
      if (own.length === 0)
        throw new Refusal(409, `It lacks ${lacking.join(", ")}, in which they are not certified`);
      for (const row of own) await addAssignment(tx, viewer, id, permit.reviewCycle, row);
      await openPlanCheck(tx, permit);
      return own;
    },
    finish: (tx, assigned) => notifyOfGivenAssignments(tx, viewer, assigned.flat()),
  });
}
