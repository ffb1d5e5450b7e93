import { type AssignmentStatus, isDone } from "../assignments/assignment";
import { type CorrectionState, disciplinesToRepeat } from "../corrections/correction";
import type { Discipline } from "../discipline";
import { byCycle, isBefore, type ReviewCycle } from "../permits/permit";

type Cycles = {
  reviewCycle: ReviewCycle;
  cyclesWithLetter: readonly ReviewCycle[];
  city: { usesCorrections: boolean };
};
type Review = { discipline: Discipline; reviewCycle: ReviewCycle; status: AssignmentStatus };

/** With corrections, the latest of each discipline: one that was approved earlier may be needed again. */
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

/** With open corrections or, without a letter, if it is not completed. */
export function continuesByDefault(
  { reviewCycle, cyclesWithLetter }: Cycles,
  corrections: readonly CorrectionState[],
): (review: Review) => boolean {
  const open = disciplinesToRepeat(corrections);
  const hasLetter = cyclesWithLetter.includes(reviewCycle);
  return (review) =>
    open.includes(review.discipline) ||
    (!hasLetter && review.reviewCycle === reviewCycle && !isDone(review.status));
}
