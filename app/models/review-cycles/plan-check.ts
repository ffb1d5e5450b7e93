import type { AssignmentStatus } from "../assignments/assignment";
import type { CalendarDate } from "../calendar-date";
import type { ApprovalWording } from "../cities/approval-wording";
import { type Decision, decisionLabel, decisions, outcomeOf } from "../corrections/decision";
import type { Discipline } from "../discipline";
import { valuesOf } from "../options";
import { isFinal, type PermitStatus, permitStatuses, type ReviewCycle } from "../permits/permit";
import type { Tone } from "../tone";

type ReleasedPlanCheck = { handedOverOn: CalendarDate | null; outcome: Decision | null };

/** What the word of a plan check follows from. */
export type WordedPlanCheck = ReleasedPlanCheck & { state: PlanCheckState; releasedAt: string | null };

type PlanCheckStateFacts = {
  label: string;
  isInReview: boolean;
  isResubmitted: boolean;
  /** Whether corrections can be written in it: after a release, for the next letter. */
  takesCorrections: boolean;
  isListed: (planCheck: ReleasedPlanCheck) => boolean;
  word: (planCheck: ReleasedPlanCheck) => PlanCheckWord;
};

export const planCheckStates = {
  in_review: {
    label: "In review",
    isInReview: true,
    isResubmitted: false,
    takesCorrections: true,
    isListed: () => true,
    word: () => "in_review",
  },
  released: {
    label: "Released",
    isInReview: false,
    isResubmitted: false,
    takesCorrections: true,
    isListed: () => true,
    word: ({ handedOverOn }) => (handedOverOn ? "with_applicant" : "with_city"),
  },
  resubmitted: {
    label: "Resubmitted",
    isInReview: false,
    isResubmitted: true,
    takesCorrections: true,
    isListed: () => true,
    word: () => "resubmitted",
  },
  closed: {
    label: "Closed",
    isInReview: false,
    isResubmitted: false,
    takesCorrections: false,
    // No status of a permit shows one that ended as not applicable.
    isListed: ({ handedOverOn, outcome }) =>
      handedOverOn === null || (outcome !== null && decisions[outcome].permitStatus === null),
    word: ({ outcome }) => (outcome && decisions[outcome].isApproval ? "approved" : "closed"),
  },
} as const satisfies Record<string, PlanCheckStateFacts>;

/** From where answers and resubmittals come: the city, the applicant by a status link, or the firm. */
export const senders = {
  city: { label: "City" },
  link: { label: "Applicant" },
  staff: { label: "Firm" },
} as const;
export type Sender = keyof typeof senders;
export const senderValues = valuesOf(senders);

export type PlanCheckState = keyof typeof planCheckStates;
export const planCheckStateValues = valuesOf(planCheckStates);

export const stateOfReview: PlanCheckState = "in_review";
/** Of one without a letter, after its cycle. */
export const stateOfEnd: PlanCheckState = "closed";

export const isResubmitted = (state: PlanCheckState): boolean => planCheckStates[state].isResubmitted;

export const takesCorrections = (state: PlanCheckState): boolean => planCheckStates[state].takesCorrections;

export const takesDrafts = (state: PlanCheckState): boolean =>
  planCheckStates[state].takesCorrections && !planCheckStates[state].isInReview;

/** Until the hand-over the city has it, then an applicant who revises the plans. */
export type LetterHolder = "city" | "applicant";

type PlanCheckWordFacts = { label: string; tone: Tone; holder: LetterHolder | "provider" | null };

/** In review, the word follows from assignments, decisions and corrections. */
export const planCheckWords = {
  not_started: { label: "Not started", tone: "grey", holder: null },
  in_review: { label: "In review", tone: "blue", holder: null },
  ready: { label: "Ready for release", tone: "green", holder: null },
  with_city: { label: "With the city", tone: "orange", holder: "city" },
  with_applicant: { label: "With the applicant", tone: "yellow", holder: "applicant" },
  resubmitted: { label: "Resubmitted", tone: "blue", holder: "provider" },
  approved: { label: "Approved", tone: "green", holder: "city" },
  closed: { label: "Closed", tone: "grey", holder: "city" },
} as const satisfies Record<string, PlanCheckWordFacts>;

export type PlanCheckWord = keyof typeof planCheckWords;

export type Review = {
  id: number;
  discipline: Discipline;
  reviewCycle: ReviewCycle;
  status: AssignmentStatus;
  decision: Decision | null;
};

export type EffectiveDecision = {
  discipline: Discipline;
  decision: Decision | null;
  decidedIn: ReviewCycle | null;
  /** Completed in a cycle before the city used corrections. */
  isBeforeCorrections: boolean;
};

export const maxCounted = 200;

type CurrentPlanCheck = Pick<WordedPlanCheck, "state" | "releasedAt"> | null;

/** Without a letter it is in review, also if it was closed before the permit was set back to its cycle. */
export const effectiveStateOf = (planCheck: CurrentPlanCheck): PlanCheckState =>
  planCheck?.releasedAt ? planCheck.state : stateOfReview;

export const isInReview = (planCheck: CurrentPlanCheck): boolean =>
  planCheckStates[effectiveStateOf(planCheck)].isInReview;

type WithPlanChecks = { city: { usesCorrections: boolean }; cyclesWithPlanCheck: readonly ReviewCycle[] };

/** The city uses them, or used them while the permit was reviewed. */
export const hasPlanChecks = ({ city, cyclesWithPlanCheck }: WithPlanChecks): boolean =>
  city.usesCorrections || cyclesWithPlanCheck.length > 0;

type InCycle = { status: PermitStatus; city: { usesCorrections: boolean }; planCheck: CurrentPlanCheck };

export const isReviewOpen = ({ status, city, planCheck }: InCycle): boolean =>
  city.usesCorrections && !isFinal(status) && isInReview(planCheck);

/** Returns "This permit is cancelled", without a period. */
export function cancelledNote({ status }: { status: PermitStatus }): string | null {
  const { pause } = permitStatuses[status];
  return pause?.isFinal ? `This permit is ${pause.word}` : null;
}

export function cancelledMessage(permit: { status: PermitStatus }): string | null {
  const note = cancelledNote(permit);
  return note && `${note}.`;
}

/** Until a letter is released it is in review, so nothing of the work shows outside the firm. */
export const planCheckField = (usesCorrections: boolean, planCheck: CurrentPlanCheck) =>
  usesCorrections ? { state: effectiveStateOf(planCheck), holder: null } : null;

export const releasedWord = ({ state, ...planCheck }: Omit<WordedPlanCheck, "releasedAt">): PlanCheckWord =>
  planCheckStates[state].word(planCheck);

export const isListedAfterReview = ({ state, ...planCheck }: WordedPlanCheck) =>
  planCheckStates[state].isListed(planCheck);

/** A city that approves itself reads "Recommended for approval". */
export const planCheckLabel = (word: PlanCheckWord, approvalWording: ApprovalWording): string =>
  word === "approved" ? decisionLabel("approved", approvalWording) : planCheckWords[word].label;

export const wordForCity = (planCheck: WordedPlanCheck | null): PlanCheckWord | null =>
  planCheck && !isInReview(planCheck) ? releasedWord(planCheck) : null;

/** Until the hand-over, only the city knows how the review ended. */
export function wordForApplicant(planCheck: WordedPlanCheck | null): PlanCheckWord | null {
  const word = wordForCity(planCheck);
  const isWithCity = word !== null && planCheckWords[word].holder === "city" && !planCheck?.handedOverOn;
  return isWithCity ? "with_city" : word;
}

export function reviewWord(progress: { hasAssignment: boolean; blockers: unknown[] }): PlanCheckWord {
  const { hasAssignment, blockers } = progress;
  if (!hasAssignment) return "not_started";
  return blockers.length === 0 ? "ready" : "in_review";
}

export function outcomeOfCycle(effective: EffectiveDecision[]): Decision | null {
  const made = effective.map(({ decision }) => decision);
  return made.some((decision) => decision === null) ? null : outcomeOf(made as Decision[]);
}
