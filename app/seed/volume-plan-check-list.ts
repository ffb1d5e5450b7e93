import { listedPlanCheckOf } from "~/models/plan-checks/listed-plan-check.server";
import { isListed } from "~/models/plan-checks/plan-check-view";
import type { Review } from "~/models/review-cycles/plan-check";
import type * as tables from "~/models/tables.server";
import type { VolumeChecks } from "./volume-letters";
import type { VolumePermit } from "./volume-permits";
import type { VolumeReview } from "./volume-reviews";

type ListedRow = typeof tables.listedPlanChecks.$inferSelect;

/** Returns a permit's row in the list of plan checks, as a write would list it; none if its plan check is not listed. */
export function listedPlanChecksOf(
  { row, city, requiredDisciplines }: VolumePermit,
  reviews: VolumeReview[],
  { planChecks, letters, corrections, backChecks }: VolumeChecks,
): ListedRow[] {
  const { reviewCycle } = row;
  const stored = planChecks.find((planCheck) => planCheck.reviewCycle === reviewCycle);
  const { releasedAt = null, handedOverOn = null, outcome = null } = stored ?? {};
  const permit = {
    ...row,
    usesCorrections: city.usesCorrections === true,
    city: { approvalWording: city.approvalWording ?? "approved" },
    requiredDisciplines,
    planCheck: stored ? { state: stored.state, releasedAt, handedOverOn, outcome } : null,
    cyclesWithPlanCheck: planChecks.map((planCheck) => planCheck.reviewCycle),
    cyclesWithLetter: letters.map((letter) => letter.reviewCycle),
  };
  if (!isListed(permit)) return [];
  const current = backChecks.filter((backCheck) => backCheck.reviewCycle === reviewCycle);
  const backChecked = new Set(current.map(({ correctionId }) => correctionId));
  const written = corrections.map((correction) => ({
    ...correction,
    issuedIn: correction.firstLetterId ? correction.reviewCycle : null,
    isBackChecked: backChecked.has(correction.id),
  }));
  return [listedPlanCheckOf(permit, reviews.map(toReview), written)];
}

const toReview = ({
  row: { id = 0, discipline, reviewCycle, status, decision = null },
}: VolumeReview): Review => ({
  id,
  discipline,
  reviewCycle,
  status,
  decision,
});
