import { valuesOf } from "../options";
import {
  isFinal,
  nextReviewCycle,
  type PermitStatus,
  permitStatuses,
  type ReviewCycle,
} from "../permits/permit";
import type { Decision } from "../plan-review/decision";
import {
  isInReview,
  isListedAfterReview,
  isReviewOpen,
  type PlanCheckState,
  type PlanCheckWord,
  planCheckWords,
} from "./plan-check";

const reviewWords = {
  not_started: { label: planCheckWords.not_started.label, empty: "No plan check waits to be started." },
  in_review: { label: planCheckWords.in_review.label, empty: "No plan check is in review." },
  ready: { label: planCheckWords.ready.label, empty: "No plan check is ready for release." },
};
const releasedWords = {
  with_city: { label: planCheckWords.with_city.label, empty: "No letter is with a city." },
  with_applicant: { label: planCheckWords.with_applicant.label, empty: "No letter is with an applicant." },
  closed: { label: planCheckWords.closed.label, empty: "No plan check ended as not applicable." },
};

/** The words of the tabs, and those that ended as not applicable, which no status of a permit shows. */
type TabWord = keyof typeof reviewWords | keyof typeof releasedWords;

/**
 * The words of the plan checks that are listed: those that wait for the provider, the city or the applicant, and in no
 * tab the approved ones whose letter the city has not handed over.
 */
export type ListedWord = TabWord | "approved";
export const listedWords: TabWord[] = [...valuesOf(reviewWords), ...valuesOf(releasedWords)];

const isReviewWord = (word: PlanCheckWord | null): boolean =>
  word !== null && Object.hasOwn(reviewWords, word);

/** Whether a plan check is late after the due date of its permit: nothing is due of one that is on hold. */
export const canBeLate = (word: PlanCheckWord | null, status: PermitStatus): boolean =>
  isReviewWord(word) && permitStatuses[status].pause === null;

/**
 * The tabs of the list: one for each word, one for those in review whose permit is overdue and not on hold, and one for the
 * permits of all cities that have plans for a review cycle which has not begun.
 */
export const planCheckViews = {
  new_plans: { label: "New plans", empty: "No plans wait for their review cycle." },
  ...reviewWords,
  late: { label: "Late", empty: "No plan check is late." },
  ...releasedWords,
};
export type PlanCheckView = keyof typeof planCheckViews;
export const planCheckViewValues = valuesOf(planCheckViews);

type ListablePermit = {
  status: PermitStatus;
  usesCorrections: boolean;
  planCheck: {
    state: PlanCheckState;
    releasedAt: string | null;
    handedOverOn: string | null;
    outcome: Decision | null;
  } | null;
};

/**
 * Whether a permit's current plan check is listed: in review only where a letter can be released, and once it was opened
 * with any status of the permit; then until the next review cycle, or an approved one until its letter is handed over.
 * Nothing is due of a cancelled permit.
 */
export function isListed({ status, usesCorrections, planCheck }: ListablePermit): boolean {
  if (isFinal(status)) return false;
  if (planCheck && !isInReview(planCheck)) return isListedAfterReview(planCheck);
  return usesCorrections && (planCheck?.state === "in_review" || permitStatuses[status].isUnderReview);
}

type Waiting = {
  word: PlanCheckWord | null;
  status: PermitStatus;
  reviewCycle: ReviewCycle;
  newPlans: number;
  hasUnreleasedWork: boolean;
  city: { usesCorrections: boolean };
  planCheck: { state: PlanCheckState; releasedAt: string | null } | null;
};

/**
 * Returns what an administrator can do next with a permit of the list: read its letter when nothing is missing, or when
 * new plans wait for it to go out, else start the cycle of the new plans.
 */
export function nextStepOf(permit: Waiting): "letter" | "cycle" | null {
  if (permit.word === "ready") return "letter";
  if (permit.newPlans === 0) return null;
  if (isReviewOpen(permit) && permit.hasUnreleasedWork) return "letter";
  return nextReviewCycle(permit.reviewCycle) ? "cycle" : null;
}

/** Returns the tabs with their counts, to show them as links: not those that ended, which few look for. */
export const planCheckTabs = (
  counts: Record<PlanCheckView, number>,
  addressOf: (view: PlanCheckView) => string,
) =>
  planCheckViewValues
    .filter((view) => view !== "closed")
    .map((view) => ({
      label: planCheckViews[view].label,
      count: counts[view],
      to: addressOf(view),
    }));
