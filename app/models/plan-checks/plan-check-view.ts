import { valuesOf } from "../options";
import type { PermitStatus } from "../permits/permit";
import { type PlanCheckState, planCheckWords, stateOf, underReview } from "./plan-check";

const reviewWords = {
  not_started: { label: planCheckWords.not_started.label, empty: "No plan check waits to be started." },
  in_review: { label: planCheckWords.in_review.label, empty: "No plan check is in review." },
  ready: { label: planCheckWords.ready.label, empty: "No plan check is ready for release." },
};
const releasedWords = {
  with_city: { label: planCheckWords.with_city.label, empty: "No letter is with a city." },
  with_applicant: { label: planCheckWords.with_applicant.label, empty: "No letter is with an applicant." },
};

/** The words of the plan checks that are listed: those that wait for the provider, the city or the applicant. */
export type ListedWord = keyof typeof reviewWords | keyof typeof releasedWords;
export const listedWords: ListedWord[] = [...valuesOf(reviewWords), ...valuesOf(releasedWords)];

export const isReviewWord = (word: ListedWord): boolean => Object.hasOwn(reviewWords, word);

/** The tabs of the list: one for each word, and one for those in review whose permit is overdue. */
export const planCheckViews = {
  ...reviewWords,
  late: { label: "Late", empty: "No plan check is late." },
  ...releasedWords,
};
export type PlanCheckView = keyof typeof planCheckViews;
export const planCheckViewValues = valuesOf(planCheckViews);

type ListablePermit = {
  status: PermitStatus;
  usesCorrections: boolean;
  planCheck: { state: PlanCheckState; releasedAt: string | null } | null;
};

/**
 * Whether a permit's current plan check is listed: in review only where a letter can be released, then until the next
 * review cycle. Nothing is due of a cancelled permit.
 */
export function isListed({ status, usesCorrections, planCheck }: ListablePermit): boolean {
  const state = stateOf(planCheck);
  if (state === "in_review") return usesCorrections && underReview.includes(status);
  return state === "released" && status !== "cancelled";
}

/** Returns the tabs with their counts, to show them as links. */
export const planCheckTabs = (
  counts: Record<PlanCheckView, number>,
  addressOf: (view: PlanCheckView) => string,
) =>
  planCheckViewValues.map((view) => ({
    label: planCheckViews[view].label,
    count: counts[view],
    to: addressOf(view),
  }));
