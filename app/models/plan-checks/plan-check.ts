import type { CalendarDate } from "../calendar-date";
import type { ApprovalWording } from "../cities/city";
import type { Discipline } from "../discipline";
import { valuesOf } from "../options";
import { isFinal, type PermitStatus, permitStatuses, type ReviewCycle } from "../permits/permit";
import type { AssignmentStatus } from "../plan-review/assignment";
import { type Decision, decisionLabel, decisions, outcomeOf } from "../plan-review/decision";
import type { Tone } from "../tone";

/** The stored states of a plan check, which is one review cycle of a permit. */
const planCheckStates = {
  in_review: { label: "In review" },
  released: { label: "Released" },
  resubmitted: { label: "Resubmitted" },
  closed: { label: "Closed" },
} as const satisfies Record<string, { label: string }>;

export type PlanCheckState = keyof typeof planCheckStates;
export const planCheckStateValues = valuesOf(planCheckStates);

/** The states after a release in which drafts for the next letter are written. */
export const draftStates: PlanCheckState[] = ["released", "resubmitted"];

/** The words for a plan check, which follow from its state and, in review, from assignments, decisions and corrections. */
export const planCheckWords = {
  not_started: { label: "Not started", tone: "grey" },
  in_review: { label: "In review", tone: "blue" },
  ready: { label: "Ready for release", tone: "green" },
  with_city: { label: "With the city", tone: "orange" },
  with_applicant: { label: "With the applicant", tone: "yellow" },
  resubmitted: { label: "Resubmitted", tone: "blue" },
  approved: { label: "Approved", tone: "green" },
  closed: { label: "Closed", tone: "grey" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type PlanCheckWord = keyof typeof planCheckWords;

/** An assignment of any cycle, as the rules of a plan check read it. */
export type Review = {
  id: number;
  discipline: Discipline;
  reviewCycle: ReviewCycle;
  status: AssignmentStatus;
  decision: Decision | null;
};

/** The decision of a discipline that counts in a cycle. */
export type EffectiveDecision = {
  discipline: Discipline;
  /** Null while it is not decided. */
  decision: Decision | null;
  /** The cycle that the decision is from; null without one. */
  decidedIn: ReviewCycle | null;
  /** True for a review that was completed in a cycle before the city used corrections. */
  isBeforeCorrections: boolean;
};

/** Unreleased plan checks of a city are counted up to this number, since a larger count takes long. */
export const mostCounted = 1000;

type CurrentPlanCheck = { state: PlanCheckState; releasedAt: string | null } | null;

/**
 * Returns the state of a permit's current plan check. Without a letter it is in review, also if it was closed before
 * the permit was set back to its cycle.
 */
export const stateOf = (planCheck: CurrentPlanCheck): PlanCheckState =>
  planCheck?.releasedAt ? planCheck.state : "in_review";

type InCycle = { status: PermitStatus; city: { usesCorrections: boolean }; planCheck: CurrentPlanCheck };

/**
 * Whether a permit's current plan check is in review, its city uses corrections, and the permit is not cancelled, so that
 * it can be worked on.
 */
export const isReviewOpen = ({ status, city, planCheck }: InCycle): boolean =>
  city.usesCorrections && !isFinal(status) && stateOf(planCheck) === "in_review";

/** Says why nothing can be done on the plan check of a permit, "This permit is cancelled", without a period; null if it can. */
export function finalNote({ status }: { status: PermitStatus }): string | null {
  const { pause } = permitStatuses[status];
  return pause?.isFinal ? `This permit is ${pause.word}` : null;
}

/** Returns the sentence that says why the forms of a permit's plan check can only be refused; null if they can be sent. */
export function finalObstacle(permit: { status: PermitStatus }): string | null {
  const note = finalNote(permit);
  return note && `${note}.`;
}

/**
 * Returns what a permit's reply says of its current plan check: null if the city does not use corrections. Until a
 * letter is released it is in review, so that nothing of the work on it can be read outside the firm.
 */
export const planCheckField = (usesCorrections: boolean, planCheck: CurrentPlanCheck) =>
  usesCorrections ? { state: stateOf(planCheck), holder: null } : null;

type ReleasedPlanCheck = {
  state: PlanCheckState;
  handedOverOn: CalendarDate | null;
  outcome: Decision | null;
};

/** The word for a plan check that is not in review. */
export function releasedWord({ state, handedOverOn, outcome }: ReleasedPlanCheck): PlanCheckWord {
  if (state === "released") return handedOverOn ? "with_applicant" : "with_city";
  if (state === "resubmitted") return "resubmitted";
  return outcome && decisions[outcome].isApproval ? "approved" : "closed";
}

/** Returns the label of a word in a city: one that approves itself reads "Recommended for approval". */
export const planCheckLabel = (word: PlanCheckWord, approvalWording: ApprovalWording): string =>
  word === "approved" ? decisionLabel("approved", approvalWording) : planCheckWords[word].label;

/** The word for a plan check that its city sees: null until its letter is released. */
export const wordForCity = (
  planCheck: (ReleasedPlanCheck & { releasedAt: string | null }) | null,
): PlanCheckWord | null => (planCheck && stateOf(planCheck) !== "in_review" ? releasedWord(planCheck) : null);

/** The word for a plan check in review. */
export function reviewWord({
  hasAssignment,
  blockers,
}: {
  hasAssignment: boolean;
  blockers: unknown[];
}): PlanCheckWord {
  if (!hasAssignment) return "not_started";
  return blockers.length === 0 ? "ready" : "in_review";
}

/** The outcome of a cycle by the effective decisions of all its disciplines: null while one has none. */
export function outcomeOfCycle(effective: EffectiveDecision[]): Decision | null {
  const made = effective.map(({ decision }) => decision);
  return made.some((decision) => decision === null) ? null : outcomeOf(made as Decision[]);
}
