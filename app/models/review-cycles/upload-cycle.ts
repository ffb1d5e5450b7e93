import {
  isBefore,
  type ReviewCycle,
  reviewCycleOptions,
  reviewCycles,
  uploadCycleOptions,
} from "../permits/permit";
import { isInReview, type PlanCheckState } from "./plan-check";

type Cycles = {
  reviewCycle: ReviewCycle;
  planCheck: { state: PlanCheckState; releasedAt: string | null } | null;
  cyclesWithLetter: readonly ReviewCycle[];
};

/** Its letter is out, or a later cycle has begun. */
export function isCycleOver({ reviewCycle, planCheck, cyclesWithLetter }: Cycles, cycle: ReviewCycle) {
  if (cycle === reviewCycle) return !isInReview(planCheck);
  return isBefore(cycle, reviewCycle) || cyclesWithLetter.includes(cycle);
}

/** The current one, or the next once its letter is out; undefined after the last. */
export const uploadCycleOf = (permit: Cycles): ReviewCycle | undefined =>
  reviewCycles.find((cycle) => !isCycleOver(permit, cycle));

type UploadCycles = {
  preselected: ReviewCycle | null;
  options: typeof reviewCycleOptions;
  warning: string | null;
};

type Choice = {
  /** A city chooses from the first five cycles and those reached. */
  asCity?: boolean;
  /** As administrators can, until a letter lists them. */
  mayDeleteAll?: boolean;
};

export function uploadCyclesOf(
  permit: Cycles,
  { asCity = false, mayDeleteAll = false }: Choice = {},
): UploadCycles {
  const preselected = uploadCycleOf(permit) ?? null;
  const offered = asCity
    ? uploadCycleOptions(permit.reviewCycle, preselected ?? permit.reviewCycle)
    : reviewCycleOptions;
  const isOver = (cycle: ReviewCycle) => isCycleOver(permit, cycle);
  const over = offered.map(({ value }) => value).filter(isOver);
  const isKept = !mayDeleteAll || over.some((cycle) => permit.cyclesWithLetter.includes(cycle));
  return {
    preselected,
    options: offered.map(({ value, label }) => ({ value, label: isOver(value) ? `${label} (over)` : label })),
    warning: over.length > 0 ? overWarning(over, isKept) : null,
  };
}

const listed = new Intl.ListFormat("en-US");

function overWarning(over: ReviewCycle[], isKept: boolean): string {
  const [are, them] = over.length === 1 ? ["is", "it"] : ["are", "them"];
  const what = `files that are added to ${them} are not reviewed${isKept ? ", and cannot be deleted" : ""}`;
  return `${listed.format(over)} ${are} over: ${what}.`;
}
