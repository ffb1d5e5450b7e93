import { byDiscipline, type Discipline, disciplines } from "../discipline";
import { optionsOf, valuesOf } from "../options";
import { isBefore, type ReviewCycle } from "../permits/permit";
import type { Tone } from "../tone";

type CorrectionKindFacts = {
  label: string;
  /** Whether the applicant has to do something about it. */
  isRequirement: boolean;
  /** Whether its discipline is reviewed again for it. */
  needsReview: boolean;
};

export const correctionKinds = {
  correction: { label: "Correction", isRequirement: true, needsReview: true },
  condition: { label: "Condition of approval", isRequirement: true, needsReview: false },
  note: { label: "Note", isRequirement: false, needsReview: false },
} as const satisfies Record<string, CorrectionKindFacts>;
export type CorrectionKind = keyof typeof correctionKinds;
export const correctionKindValues = valuesOf(correctionKinds);
export const correctionKindOptions = optionsOf(correctionKinds);

export const correctionStatuses = {
  open: { label: "Open", tone: "yellow", isOpen: true },
  resolved: { label: "Resolved", tone: "green", isOpen: false },
  withdrawn: { label: "Withdrawn", tone: "grey", isOpen: false },
} as const satisfies Record<string, { label: string; tone: Tone; isOpen: boolean }>;
export type CorrectionStatus = keyof typeof correctionStatuses;
export const correctionStatusValues = valuesOf(correctionStatuses);
export const correctionStatusOptions = optionsOf(correctionStatuses);

type VerdictFacts = {
  label: string;
  /** What a correction's history says of it, and the toast after it is saved: "F-3 resolved". */
  word: string;
  tone: Tone;
  /** The status that it leaves. */
  status: CorrectionStatus;
  /** Whether it is on a correction that was open, or on a closed one. */
  isOnOpen: boolean;
  /** The message if its remark is missing; null if it needs none. */
  remarkMessage: string | null;
};

/** The verdicts of a back-check. */
export const verdicts = {
  resolved: {
    label: "Resolved",
    word: "resolved",
    tone: "green",
    status: "resolved",
    isOnOpen: true,
    remarkMessage: null,
  },
  not_resolved: {
    label: "Not resolved",
    word: "not resolved",
    tone: "red",
    status: "open",
    isOnOpen: true,
    remarkMessage: "Say what is still missing",
  },
  withdrawn: {
    label: "Withdraw",
    word: "withdrawn",
    tone: "grey",
    status: "withdrawn",
    isOnOpen: true,
    remarkMessage: "Say why it is withdrawn",
  },
  reopened: {
    label: "Reopen",
    word: "reopened",
    tone: "yellow",
    status: "open",
    isOnOpen: false,
    remarkMessage: "Say why it is open again",
  },
} as const satisfies Record<string, VerdictFacts>;
export type Verdict = keyof typeof verdicts;
export const verdictValues = valuesOf(verdicts);

export const newReasons = {
  revised_plans: { label: "Caused by the revised plans" },
  newly_shown: { label: "Shown for the first time" },
  missed_earlier: { label: "Should have been found earlier" },
} as const;
export type NewReason = keyof typeof newReasons;
export const newReasonValues = valuesOf(newReasons);
export const newReasonOptions = optionsOf(newReasons);

type Numbered = { discipline: Discipline; number: number };

/** Returns the number of a correction as people write it: "F-3". */
export const numberOf = ({ discipline, number }: Numbered): string =>
  `${disciplines[discipline].code}-${number}`;

/** Returns the number as it is read aloud: "Fire 3". */
export const spokenNumber = ({ discipline, number }: Numbered): string => `${discipline} ${number}`;

/** Sorts by discipline, in the order of all disciplines, then by number. */
export const byNumber = (first: Numbered, second: Numbered): number =>
  byDiscipline(first.discipline, second.discipline) || first.number - second.number;

/** A correction as the rules of back-checks, decisions and plan checks read it. */
export type CorrectionState = Numbered & {
  id: number;
  kind: CorrectionKind;
  status: CorrectionStatus;
  /** The cycle in which it was written. */
  reviewCycle: ReviewCycle;
  /** The cycle of the first letter that it was in; null for a draft. */
  issuedIn: ReviewCycle | null;
  /** Why an earlier letter did not have it. */
  newReason: NewReason | null;
  /** Whether it has a back-check in the permit's current cycle. */
  isBackChecked: boolean;
};

/** Whether a correction is a draft, which was in no letter yet: it can be changed and deleted. */
export const isDraft = ({ issuedIn }: Pick<CorrectionState, "issuedIn">): boolean => issuedIn === null;

/** Whether a correction was in a letter of an earlier cycle. */
export const isIssuedEarlier = (
  { issuedIn }: Pick<CorrectionState, "issuedIn">,
  current: ReviewCycle,
): boolean => issuedIn !== null && isBefore(issuedIn, current);

/** Whether the applicant has to do something about it: notes are never open. */
export const isOpenItem = ({ kind, status }: Pick<CorrectionState, "kind" | "status">): boolean =>
  correctionKinds[kind].isRequirement && correctionStatuses[status].isOpen;

/** Whether it is a correction that the applicant has to follow: conditions are no reason for another review. */
export const isOpenCorrection = ({ kind, status }: Pick<CorrectionState, "kind" | "status">): boolean =>
  correctionKinds[kind].needsReview && correctionStatuses[status].isOpen;

/** Whether it is an open correction that no letter of an earlier cycle has. */
export const isNewCorrection = (
  correction: Pick<CorrectionState, "kind" | "status" | "issuedIn">,
  current: ReviewCycle,
): boolean => isOpenCorrection(correction) && !isIssuedEarlier(correction, current);

/** Whether it is a condition that was not withdrawn or met. */
export const isOpenCondition = (correction: Pick<CorrectionState, "kind" | "status">): boolean =>
  isOpenItem(correction) && !isOpenCorrection(correction);

/** Whether it is a note of a cycle's letter: a note stays in the letter that it was written for. */
export const isNoteOf = (
  { kind, issuedIn }: Pick<CorrectionState, "kind" | "issuedIn">,
  current: ReviewCycle,
): boolean => !correctionKinds[kind].isRequirement && !isIssuedEarlier({ issuedIn }, current);

/** Counts what the letter of a cycle says: the open corrections, how many are new, and conditions and notes apart. */
export function countsIn(written: readonly CorrectionState[], current: ReviewCycle) {
  return {
    open: written.filter(isOpenCorrection).length,
    new: written.filter((row) => isNewCorrection(row, current)).length,
    conditions: written.filter(isOpenCondition).length,
    notes: written.filter((row) => isNoteOf(row, current)).length,
  };
}

/** The kind that a list has: what is open are corrections, as a letter counts them, unless another kind is chosen. */
export const kindInList = (filter: {
  status?: CorrectionStatus;
  kind?: CorrectionKind;
}): CorrectionKind | undefined =>
  filter.kind ?? (filter.status && correctionStatuses[filter.status].isOpen ? "correction" : undefined);

/** Whether a correction must be back-checked before its discipline is decided in the current cycle. */
export const needsBackCheck = (correction: CorrectionState, current: ReviewCycle): boolean =>
  isOpenCorrection(correction) && isIssuedEarlier(correction, current) && !correction.isBackChecked;

/** The disciplines that must review again: those with an open correction. */
export const disciplinesToRepeat = (corrections: readonly CorrectionState[]): Discipline[] => [
  ...new Set(corrections.filter(isOpenCorrection).map(({ discipline }) => discipline)),
];

/** A place in a standard comment that the reviewer fills in. */
export const blank = "____";
export const longestText = 4000;
export const longestRemark = 2000;
export const mostPerDiscipline = 200;
export const mostPerPermit = 800;
export const highestNumber = 999;
/** The corrections on a page of the list: more than of other lists, as they are read one after the other. */
export const correctionPageSize = 50;

/** Joins numbers as a sentence does: "F-3", "F-3 and F-5", "F-3, F-4 and 6 more". */
export function listOfNumbers(corrections: Numbered[], most = 3): string {
  const names = corrections.toSorted(byNumber).map(numberOf);
  const listed =
    names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} more`] : names;
  return listed.length < 2 ? listed.join("") : `${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}`;
}
