import type { ApprovalWording } from "../cities/city";
import type { Discipline } from "../discipline";
import { valuesOf } from "../options";
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
  isApproval: boolean;
  /** Its letter is one of corrections. */
  needsCorrections: boolean;
  needsReason: boolean;
  /** The permit's; null if it stays. */
  permitStatus: PermitStatus | null;
};

/** The most severe first. */
export const decisions = {
  corrections_required: {
    label: "Corrections Required",
    tone: "yellow",
    recommendation: "Corrections Required",
    isApproval: false,
    needsCorrections: true,
    needsReason: false,
    permitStatus: "resubmittal_required",
  },
  approved_with_conditions: {
    label: "Approved with Conditions",
    tone: "green",
    recommendation: "Recommended for approval with conditions",
    isApproval: true,
    needsCorrections: false,
    needsReason: false,
    permitStatus: "approved",
  },
  approved: {
    label: "Approved",
    tone: "green",
    recommendation: "Recommended for approval",
    isApproval: true,
    needsCorrections: false,
    needsReason: false,
    permitStatus: "approved",
  },
  not_applicable: {
    label: "Not Applicable",
    tone: "grey",
    recommendation: "Not Applicable",
    isApproval: false,
    needsCorrections: false,
    needsReason: true,
    permitStatus: null,
  },
} as const satisfies Record<string, DecisionFacts>;

export type Decision = keyof typeof decisions;
export const decisionValues = valuesOf(decisions);

export const decisionLabel = (decision: Decision, approvalWording: ApprovalWording): string =>
  decisions[decision][approvalWording === "recommended" ? "recommendation" : "label"];

/** The most severe one. */
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

/** The first is the one to suggest. */
export function fittingDecisions(corrections: readonly CorrectionState[]): Decision[] {
  if (corrections.some(isOpenCorrection)) return ["corrections_required"];
  return corrections.some(isOpenItem) ? ["approved_with_conditions"] : ["approved", "not_applicable"];
}

export const isFitting = (decision: Decision, corrections: readonly CorrectionState[]): boolean =>
  fittingDecisions(corrections).includes(decision);

/** Undefined if it fits. */
export function misfit(
  decision: Decision,
  corrections: readonly CorrectionState[],
  approvalWording: ApprovalWording,
): string | undefined {
  if (isFitting(decision, corrections)) return undefined;
  const label = (fitting: Decision) => decisionLabel(fitting, approvalWording);
  const open = corrections.filter(isOpenItem);
  const required = open.filter(isOpenCorrection);
  const [first] = required.length > 0 ? required : open;
  if (!first) return `Nothing is open: ${label("approved")}`;
  if (decisions[decision].needsReason) return `${numberOf(first)} stands: Not Applicable needs an empty list`;
  if (required.length === 0) return `A condition stands: ${label("approved_with_conditions")}`;
  const others = required.length - 1;
  const subject =
    others === 0 ? `${numberOf(first)} is open` : `${numberOf(first)} and ${others} more are open`;
  return `${subject}: Corrections Required`;
}

/** As a sentence; undefined if none is missing. */
export function missingBackChecks(
  corrections: readonly CorrectionState[],
  current: ReviewCycle,
): string | undefined {
  const missing = corrections.filter((correction) => needsBackCheck(correction, current));
  return missing.length > 0 ? `Back-check ${listOfNumbers(missing)} first` : undefined;
}

export const fitsDecision = (
  decision: Decision,
  corrections: readonly CorrectionState[],
  current: ReviewCycle,
): boolean => isFitting(decision, corrections) && !missingBackChecks(corrections, current);
