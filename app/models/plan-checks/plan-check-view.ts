import { pageParameter, queryOf } from "../address";
import { searchIn } from "../clean-text";
import { valueIn, valuesOf } from "../options";
import { rowsIn } from "../paging";
import { isFinal, type PermitStatus, permitStatuses } from "../permits/permit";
import {
  isInReview,
  isListedAfterReview,
  type PlanCheckWord,
  planCheckWords,
  stateOfReview,
  type WordedPlanCheck,
} from "../review-cycles/plan-check";
import { wholeNumber } from "../whole-number";

const reviewWords = {
  not_started: { label: planCheckWords.not_started.label, empty: "No plan check waits to be started." },
  in_review: { label: planCheckWords.in_review.label, empty: "No plan check is in review." },
  ready: { label: planCheckWords.ready.label, empty: "No plan check is ready for release." },
};
const releasedWords = {
  with_city: { label: planCheckWords.with_city.label, empty: "No letter is with a city." },
  with_applicant: { label: planCheckWords.with_applicant.label, empty: "No letter is with an applicant." },
  resubmitted: {
    label: planCheckWords.resubmitted.label,
    empty: "No resubmittal waits for its review cycle.",
  },
  closed: { label: planCheckWords.closed.label, empty: "No plan check ended as not applicable." },
};

type TabWord = keyof typeof reviewWords | keyof typeof releasedWords;

/** In no tab are approved ones whose letter the city has not handed over. */
export type ListedWord = TabWord | "approved";
export const listedWords: TabWord[] = [...valuesOf(reviewWords), ...valuesOf(releasedWords)];

const isReviewWord = (word: PlanCheckWord | null): boolean =>
  word !== null && Object.hasOwn(reviewWords, word);

/** Nothing is due of one that is on hold. */
export const canBeLate = (word: PlanCheckWord | null, status: PermitStatus): boolean =>
  isReviewWord(word) && permitStatuses[status].pause === null;

/** A tab for each word, one for what is late, and one for plans whose review cycle has not begun. */
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
  planCheck: WordedPlanCheck | null;
};

/** In review only where a letter can be released, or once it was opened; then until the next cycle or the hand-over. */
export function isListed({ status, usesCorrections, planCheck }: ListablePermit): boolean {
  if (isFinal(status)) return false;
  if (planCheck && !isInReview(planCheck)) return isListedAfterReview(planCheck);
  return usesCorrections && (planCheck?.state === stateOfReview || permitStatuses[status].isUnderReview);
}

/** Without those that ended, which few look for. */
export const planCheckTabs = (
  counts: Record<PlanCheckView, number>,
  addressOf: (view: PlanCheckView) => string,
) =>
  planCheckViewValues
    .filter((view) => view !== "closed")
    .map((view) => ({ label: planCheckViews[view].label, count: counts[view], to: addressOf(view) }));

export type PlanCheckFilter = Partial<ReturnType<typeof readPlanCheckFilter>> & { view: PlanCheckView };

export function readPlanCheckFilter(parameters: URLSearchParams) {
  return {
    view: valueIn(planCheckViews, parameters.get("view")) ?? "ready",
    cityId: wholeNumber(parameters.get("cityId")),
    q: searchIn(parameters, "q"),
    page: wholeNumber(parameters.get("page")),
    rows: rowsIn(parameters),
  };
}

export const planCheckQuery = ({ view, cityId, q, page, rows }: PlanCheckFilter): string =>
  queryOf({ view, cityId, q, page: pageParameter(page), rows });
