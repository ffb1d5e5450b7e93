import type { Assignment } from "~/models/assignments/assignment.server";
import { formatDate } from "~/models/calendar-date";
import { dayOf } from "~/models/clock.server";
import { type CorrectionState, countsIn, isDraft } from "~/models/corrections/correction";
import type { Permit } from "~/models/permits/permit-scope.server";
import { progressOf } from "~/models/plan-checks/permit-plan-checks.server";
import { may, type Viewer } from "~/models/policy";
import { blockerAddress } from "~/models/review-cycles/blocker";
import { cancelledMessage, hasPlanChecks, isInReview, isReviewOpen } from "~/models/review-cycles/plan-check";
import { currentReceivedOn } from "~/models/review-cycles/plan-check.server";

export type PlanCheckDetail = NonNullable<Awaited<ReturnType<typeof loadPlanCheck>>>;

export function readOnlyReason(permit: Permit): string | null {
  const { usesCorrections, cityName } = permit.city;
  return cancelledMessage(permit) ?? (usesCorrections ? null : `${cityName} no longer writes corrections.`);
}

export async function loadPlanCheck(
  viewer: Viewer,
  permit: Permit,
  assignments: readonly Assignment[],
  corrections: readonly CorrectionState[],
) {
  if (!hasPlanChecks(permit)) return null;
  const { word, effective, blockers, outcome } = progressOf(permit, assignments, corrections);
  const receivedOn = await currentReceivedOn(permit);
  const inReview = isInReview(permit.planCheck);
  const { releasedAt = null, handedOverOn = null } = permit.planCheck ?? {};
  const mayManage = may(viewer, "plan-check.manage", permit);
  const isOpen = isReviewOpen(permit);
  return {
    cycle: permit.reviewCycle,
    status: permit.status,
    approvalWording: permit.city.approvalWording,
    word,
    received: formatDate(receivedOn),
    readOnly: readOnlyReason(permit),
    disciplines: effective.map((decision) => {
      const { discipline } = decision;
      const ofDiscipline = corrections.filter((correction) => correction.discipline === discipline);
      return {
        ...decision,
        reviewer: assignments.find(
          (assignment) =>
            assignment.discipline === discipline && assignment.reviewCycle === permit.reviewCycle,
        )?.employeeName,
        ...countsIn(
          ofDiscipline.filter((correction) => inReview || !isDraft(correction)),
          permit.reviewCycle,
        ),
        next: inReview ? 0 : ofDiscipline.filter(isDraft).length,
      };
    }),
    blockers: isOpen
      ? blockers.map((blocker) => ({ what: blocker.what, to: blockerAddress(permit.id, blocker) }))
      : [],
    /** Before the release, what it would be now. */
    outcome: inReview ? outcome : (permit.planCheck?.outcome ?? null),
    isInReview: inReview,
    released: releasedAt && formatDate(dayOf(releasedAt)),
    handedOver: handedOverOn && formatDate(handedOverOn),
    mayChange: isOpen && mayManage,
  };
}
