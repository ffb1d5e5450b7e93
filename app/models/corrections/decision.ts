import { type ApprovalWording, approvalWordings } from "../cities/approval-wording";
import type { Discipline } from "../discipline";
import { valuesOf, valuesWhere } from "../options";
import { isBefore, type PermitStatus, type ReviewCycle } from "../permits/permit";
import type { Tone } from "../tone";
import {
  type CorrectionState,
  isOpenCorrection,
  isOpenItem,
  listOfNumbers,
  needsBackCheck,
  numberOf,
} from "./correction";

type DecisionFacts = {
  label: string;
  tone: Tone;
  /** In a city that approves itself. */
  recommendation: string;
  /** How its letter is called, and how in a city that approves itself. */
  letterTitle: { approved: string; recommended: string };
  /** Whether the plans are approved with this outcome. */
  isApproval: boolean;
  /** What is open in a discipline that it fits. */
  leavesOpen: "corrections" | "conditions" | "nothing";
  skipsReview: boolean;
  /** The status that fits a permit with this outcome; null if it stays. */
  permitStatus: PermitStatus | null;
};

const approvalTitle = { approved: "Approval letter", recommended: "Plan check complete" };

/** The decisions of a discipline, the most severe first. */
export const decisions = {
  corrections_required: {
    label: "Corrections Required",
    tone: "yellow",
    recommendation: "Corrections Required",
    letterTitle: { approved: "Correction letter", recommended: "Correction letter" },
    isApproval: false,
    leavesOpen: "corrections",
    skipsReview: false,
    permitStatus: "resubmittal_required",
  },
  approved_with_conditions: {
    label: "Approved with Conditions",
    tone: "green",
    recommendation: "Recommended for approval with conditions",
    letterTitle: approvalTitle,
    isApproval: true,
    leavesOpen: "conditions",
    skipsReview: false,
    permitStatus: "approved",
  },
  approved: {
    label: "Approved",
    tone: "green",
    recommendation: "Recommended for approval",
    letterTitle: approvalTitle,
    isApproval: true,
    leavesOpen: "nothing",
    skipsReview: false,
    permitStatus: "approved",
  },
  not_applicable: {
    label: "Not Applicable",
    tone: "grey",
    recommendation: "Not Applicable",
    letterTitle: { approved: "Plan check letter", recommended: "Plan check letter" },
    isApproval: false,
    leavesOpen: "nothing",
    skipsReview: true,
    permitStatus: null,
  },
} as const satisfies Record<string, DecisionFacts>;

export type Decision = keyof typeof decisions;
export const decisionValues = valuesOf(decisions);

export const decisionLabel = (decision: Decision, approvalWording: ApprovalWording): string =>
  decisions[decision][approvalWordings[approvalWording].isByCity ? "recommendation" : "label"];

export const outcomeOf = (chosen: readonly Decision[]): Decision | null =>
  decisionValues.find((decision) => chosen.includes(decision)) ?? null;

type DecidedReview = { discipline: Discipline; reviewCycle: ReviewCycle; decision: Decision | null };

/** Then the reviewer must say why a new correction was not in it. */
export const isInEarlierLetter = (
  reviews: readonly DecidedReview[],
  discipline: Discipline,
  permit: { reviewCycle: ReviewCycle; cyclesWithLetter: readonly ReviewCycle[] },
): boolean =>
  reviews.some(
    ({ decision, reviewCycle, ...review }) =>
      review.discipline === discipline &&
      decision !== null &&
      permit.cyclesWithLetter.some(
        (cycle) => isBefore(cycle, permit.reviewCycle) && !isBefore(cycle, reviewCycle),
      ),
  );

function openAmong(corrections: readonly CorrectionState[]): DecisionFacts["leavesOpen"] {
  if (corrections.some(isOpenCorrection)) return "corrections";
  return corrections.some(isOpenItem) ? "conditions" : "nothing";
}

/** Returns the decisions that fit what is open in a discipline; the first is the one to suggest. */
export const fittingDecisions = (corrections: readonly CorrectionState[]): Decision[] =>
  valuesWhere(decisions, ({ leavesOpen }) => leavesOpen === openAmong(corrections));

export const isFitting = (decision: Decision, corrections: readonly CorrectionState[]): boolean =>
  decisions[decision].leavesOpen === openAmong(corrections);

export function misfit(
  decision: Decision,
  corrections: readonly CorrectionState[],
  approvalWording: ApprovalWording,
): string | undefined {
  const [fitting] = fittingDecisions(corrections);
  if (!fitting || isFitting(decision, corrections)) return undefined;
  const open = corrections.filter(isOpenItem);
  const required = open.filter(isOpenCorrection);
  const [first] = required.length > 0 ? required : open;
  const label = decisionLabel(fitting, approvalWording);
  if (!first) return `Nothing is open: ${label}`;
  if (decisions[decision].skipsReview) {
    return `${numberOf(first)} stands: ${decisions[decision].label} needs an empty list`;
  }
  if (required.length === 0) return `A condition stands: ${label}`;
  const others = required.length - 1;
  const subject =
    others === 0 ? `${numberOf(first)} is open` : `${numberOf(first)} and ${others} more are open`;
  return `${subject}: ${label}`;
}

export function missingBackChecks(corrections: readonly CorrectionState[], current: ReviewCycle) {
  const missing = corrections.filter((correction) => needsBackCheck(correction, current));
  return missing.length > 0 ? `Back-check ${listOfNumbers(missing)} first` : undefined;
}

export const fitsDecision = (
  decision: Decision,
  corrections: readonly CorrectionState[],
  current: ReviewCycle,
): boolean => isFitting(decision, corrections) && !missingBackChecks(corrections, current);
