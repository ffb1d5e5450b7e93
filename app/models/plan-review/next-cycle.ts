import type { Discipline } from "../discipline";
import { byCycle, isBefore, type ReviewCycle } from "../permits/permit";
import { type AssignmentStatus, isDone } from "./assignment";
import { type CorrectionState, disciplinesToRepeat } from "./correction";

type Cycles = {
  reviewCycle: ReviewCycle;
  cyclesWithLetter: readonly ReviewCycle[];
  city: { usesCorrections: boolean };
};
type Review = { discipline: Discipline; reviewCycle: ReviewCycle; status: AssignmentStatus };

/**
 * Returns the reviews that the next cycle can repeat: those of the current cycle or, where the city uses corrections, the
 * latest of each discipline, since one that was approved in an earlier cycle may be needed again.
 */
export function repeatableReviews<Row extends Review>(
  { reviewCycle, city }: Cycles,
  reviews: readonly Row[],
): Row[] {
  if (!city.usesCorrections) return reviews.filter((review) => review.reviewCycle === reviewCycle);
  const latest = reviews
    .filter((review) => !isBefore(reviewCycle, review.reviewCycle))
    .toSorted((first, second) => byCycle(second.reviewCycle, first.reviewCycle));
  return latest.filter(
    (review, index) => latest.findIndex(({ discipline }) => discipline === review.discipline) === index,
  );
}

/**
 * Returns whether the next cycle repeats a review if no disciplines are chosen: with open corrections of its discipline
 * or, without a letter of the current cycle, if it is not completed there.
 */
export function continuesByDefault(
  { reviewCycle, cyclesWithLetter }: Cycles,
  written: readonly CorrectionState[],
): (review: Review) => boolean {
  const open = disciplinesToRepeat(written);
  const hasLetter = cyclesWithLetter.includes(reviewCycle);
  return (review) =>
    open.includes(review.discipline) ||
    (!hasLetter && review.reviewCycle === reviewCycle && !isDone(review.status));
}
