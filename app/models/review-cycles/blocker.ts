import { queryOf } from "../address";
import { isDone } from "../assignments/assignment";
import type { ApprovalWording } from "../cities/approval-wording";
import {
  type CorrectionState,
  correctionKinds,
  isDraft,
  isNewCorrection,
  isOpenCondition,
  isOpenCorrection,
  listOfNumbers,
  numberOf,
} from "../corrections/correction";
import { decisionLabel, isFitting, isInEarlierLetter } from "../corrections/decision";
import { type Discipline, disciplineValues } from "../discipline";
import { byCycle, isBefore, type ReviewCycle } from "../permits/permit";
import type { EffectiveDecision, Review } from "./plan-check";

export type CycleReviews = {
  reviewCycle: ReviewCycle;
  requiredDisciplines: readonly Discipline[];
  reviews: readonly Review[];
  /** The city did not use corrections in other cycles. */
  cyclesWithPlanCheck: readonly ReviewCycle[];
  /** The current one has it if its plan check was opened again. */
  cyclesWithLetter: readonly ReviewCycle[];
};

/** The decision of the current cycle counts if the discipline is assigned there, else the latest earlier one. */
export function effectiveDecisions(permit: CycleReviews): EffectiveDecision[] {
  return disciplineValues.flatMap((discipline) => effectiveDecisionOf(discipline, permit) ?? []);
}

const reviewsOf = (discipline: Discipline, { reviewCycle, reviews }: CycleReviews): Review[] =>
  reviews
    .filter((review) => review.discipline === discipline && !isBefore(reviewCycle, review.reviewCycle))
    .toSorted((first, second) => byCycle(second.reviewCycle, first.reviewCycle));

function effectiveDecisionOf(discipline: Discipline, permit: CycleReviews): EffectiveDecision | undefined {
  const { reviewCycle, requiredDisciplines, cyclesWithPlanCheck } = permit;
  const none = { discipline, decision: null, decidedIn: null, isBeforeCorrections: false };
  const isRequired = requiredDisciplines.includes(discipline);
  const reviews = reviewsOf(discipline, permit);
  const [latest] = reviews;
  if (!latest) return isRequired ? none : undefined;
  const decided = latest.reviewCycle === reviewCycle ? latest : reviews.find(({ decision }) => decision);
  if (decided?.decision) return { ...none, decision: decided.decision, decidedIn: decided.reviewCycle };
  const isBeforeCorrections = reviews.every(
    (review) => review.reviewCycle !== reviewCycle && !cyclesWithPlanCheck.includes(review.reviewCycle),
  );
  if (!isBeforeCorrections) return none;
  if (!isDone(latest.status)) return isRequired ? none : undefined;
  return { discipline, decision: "approved", decidedIn: latest.reviewCycle, isBeforeCorrections: true };
}

/** Why no letter can be released, and where that is solved. */
export type Blocker = { what: string } & (
  | { link: "assignments" }
  | { link: "decide" | "correction"; discipline: Discipline; id: number }
);

const toAssign = { link: "assignments" } as const;
const toDecide = ({ discipline, id }: Review) => ({ link: "decide", discipline, id }) as const;

export function blockersOf(
  permit: CycleReviews,
  corrections: readonly CorrectionState[],
  approvalWording: ApprovalWording,
): Blocker[] {
  const { reviewCycle, reviews, cyclesWithLetter } = permit;
  const current = reviews.filter((review) => review.reviewCycle === reviewCycle);
  const isAssigned = (discipline: Discipline) => current.some((review) => review.discipline === discipline);
  const effective = effectiveDecisions(permit);
  if (effective.length === 0) return [{ what: "There is nothing to release", ...toAssign }];
  const blockers = effective.flatMap(
    (decision) => blockerOf(decision, { ...permit, approvalWording }, corrections) ?? [],
  );
  for (const correction of corrections) {
    const blocker = isAssigned(correction.discipline)
      ? reasonBlocker(correction, permit)
      : draftBlocker(correction, permit);
    if (blocker) blockers.push(blocker);
  }
  if (!cyclesWithLetter.includes(reviewCycle) && !current.some(({ decision }) => decision)) {
    const [first] = current;
    const link = first ? toDecide(first) : toAssign;
    blockers.push({ what: `Nobody has decided anything in ${reviewCycle}`, ...link });
  }
  return blockers;
}

type WordedReviews = CycleReviews & { approvalWording: ApprovalWording };

function blockerOf(
  effective: EffectiveDecision,
  permit: WordedReviews,
  corrections: readonly CorrectionState[],
): Blocker | undefined {
  const { discipline, decision } = effective;
  const { reviewCycle } = permit;
  const [latest] = reviewsOf(discipline, permit);
  const ofDiscipline = corrections.filter((correction) => correction.discipline === discipline);
  if (latest?.reviewCycle === reviewCycle) {
    if (decision) return misfitBlocker(effective, ofDiscipline, permit, latest);
    const suffix = isDone(latest.status) ? ", completed without one" : "";
    return { what: `${discipline} has no decision${suffix}`, ...toDecide(latest) };
  }
  const first = ofDiscipline.find((correction) => isOpenCorrection(correction) && !isDraft(correction));
  if (first) {
    const what = `${discipline} has open corrections from ${first.issuedIn} and is not in ${reviewCycle}`;
    return { what, ...toAssign };
  }
  if (!decision) {
    const what = latest
      ? `${discipline} was begun in ${latest.reviewCycle} and never decided: assign it in ${reviewCycle}`
      : `${discipline} is required and nobody is assigned`;
    return { what, ...toAssign };
  }
  return misfitBlocker(effective, ofDiscipline, permit);
}

/** Of an earlier cycle, or of one that was opened again. */
function misfitBlocker(
  { discipline, decision, decidedIn }: EffectiveDecision,
  corrections: readonly CorrectionState[],
  { reviewCycle, approvalWording }: WordedReviews,
  current?: Review,
): Blocker | undefined {
  if (!decision || isFitting(decision, corrections)) return undefined;
  const open = corrections.filter(isOpenCorrection);
  const conditions = corrections.filter(isOpenCondition);
  const verb = conditions.length === 1 ? "stands" : "stand";
  const stand = conditions.length === 0 ? "nothing of it is open" : `${listOfNumbers(conditions)} ${verb}`;
  const reason =
    open.length === 0 ? stand : `${listOfNumbers(open)} ${open.length === 1 ? "is" : "are"} open`;
  const stands = `${discipline} stands as ${decisionLabel(decision, approvalWording)}${current ? "" : ` from ${decidedIn}`}`;
  const remedy = current ? "decide it again" : `assign ${discipline} in ${reviewCycle}`;
  return { what: `${stands}, but ${reason}: ${remedy}`, ...(current ? toDecide(current) : toAssign) };
}

/** Nobody could decide a draft of a discipline that is not in the cycle. */
function draftBlocker(draft: CorrectionState, { reviewCycle }: CycleReviews): Blocker | undefined {
  if (!correctionKinds[draft.kind].isRequirement || !isDraft(draft)) return undefined;
  const { discipline } = draft;
  return {
    what: `${numberOf(draft)} is written for ${discipline}, which is not in ${reviewCycle}`,
    ...toAssign,
  };
}

/** Only of a draft from before the cycle began that an earlier letter could have had. */
function reasonBlocker(correction: CorrectionState, permit: CycleReviews): Blocker | undefined {
  const { id, discipline, newReason } = correction;
  if (newReason || !isNewCorrection(correction, permit.reviewCycle)) return;
  if (!isInEarlierLetter(permit.reviews, discipline, permit)) return;
  return { what: `${numberOf(correction)} does not say why it is new`, link: "correction", discipline, id };
}

export function blockerAddress(permitId: number, blocker: Blocker): string {
  if (blocker.link === "assignments") return `/permits/${permitId}/assignments`;
  const { discipline, id } = blocker;
  const dialog = blocker.link === "decide" ? `assignments/${id}/decide` : `corrections/${id}/edit`;
  return `/employee-dashboard/permits/${permitId}/${dialog}${queryOf({ discipline })}`;
}
