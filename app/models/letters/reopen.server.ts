import { type Connection, write } from "~/platform/db/db.server";
import { recordEvent } from "../audit.server";
import { changeRow } from "../change-row.server";
import { nextReviewCycle, type ReviewCycle, statusOfReview } from "../permits/permit";
import { setStatus } from "../permits/permit.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { Refusal, refusalAtField } from "../refusal";
import { isInReview, isResubmitted, stateOfReview } from "../review-cycles/plan-check";
import {
  refuseCancelled,
  refuseWithoutCorrections,
  requirePlanCheck,
  type StoredPlanCheck,
} from "../review-cycles/plan-check.server";
import { planChecks } from "../tables.server";
import { latestLetter } from "./letter.server";
import { offeredStatus, refuseTooManyLetters } from "./release.server";

/** Opens the current plan check again for a corrected letter. Decisions and back-checks stay. */
export function reopenPlanCheck(
  viewer: Viewer,
  permitId: number,
  cycle: ReviewCycle,
  { reason }: { reason: string },
) {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "plan-check.manage", permit);
    await refuseWithoutCorrections(tx, permit);
    if (cycle !== permit.reviewCycle) throw new Refusal(409, `${cycle} is over`);
    refuseCancelled(permit);
    const planCheck = await requirePlanCheck(tx, permit);
    refuseState(planCheck);
    refuseTooManyLetters(permit);
    if (!reason.trim()) throw refusalAtField("reason", "Say why it is opened again");
    const { outcome, handedOverOn } = planCheck;
    const cleared = { outcome: null, releasedAt: null, releasedById: null, releasedByName: null };
    await changeRow(tx, planChecks, planCheck, { ...cleared, state: stateOfReview, handedOverOn: null });
    await takeBackStatus(tx, viewer, permit, planCheck);
    const changes = { outcome: [outcome, null], ...(handedOverOn && { handedOverOn: [handedOverOn, null] }) };
    await recordEvent(tx, viewer, "plan-check.reopened", planCheck.id, { ...changes, reason });
  });
}

function refuseState({ reviewCycle, ...planCheck }: StoredPlanCheck): void {
  if (isInReview(planCheck)) throw new Refusal(409, `${reviewCycle} is open already`);
  const isLast = nextReviewCycle(reviewCycle) === undefined;
  if (isResubmitted(planCheck.state) && !isLast) throw new Refusal(409, "The applicant has resubmitted");
}

/** The status from before the release returns, unless it was changed since. */
async function takeBackStatus(tx: Connection, viewer: Viewer, permit: Permit, { outcome }: StoredPlanCheck) {
  const letter = await latestLetter(tx, permit);
  const isUnchanged =
    outcome !== null && permit.status === offeredStatus({ status: statusOfReview }, outcome);
  if (letter?.statusBefore && isUnchanged) await setStatus(tx, viewer, permit, letter.statusBefore);
}
