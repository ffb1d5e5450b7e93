import { byDiscipline, type Discipline, disciplines } from "../discipline";
import { optionsOf, valuesOf } from "../options";
import { isBefore, type ReviewCycle } from "../permits/permit";
import type { Tone } from "../tone";

type CorrectionKindFacts = {
  label: string;
  isRequirement: boolean;
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
  /** In the history and the toast: "F-3 resolved". */
  word: string;
  tone: Tone;
  status: CorrectionStatus;
  /** Made on an open correction, or on a closed one. */
  isOnOpen: boolean;
  remarkMessage: string | null;
};

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

/** As people write it: "F-3". */
export const numberOf = ({ discipline, number }: Numbered): string =>
  `${disciplines[discipline].code}-${number}`;

/** As it is read aloud: "Fire 3". */
export const spokenNumber = ({ discipline, number }: Numbered): string => `${discipline} ${number}`;

export const byNumber = (first: Numbered, second: Numbered): number =>
  byDiscipline(first.discipline, second.discipline) || first.number - second.number;

export type CorrectionState = Numbered & {
  id: number;
  kind: CorrectionKind;
  status: CorrectionStatus;
  /** In which it was written. */
  reviewCycle: ReviewCycle;
  /** Of the first letter; null for a draft. */
  issuedIn: ReviewCycle | null;
  /** Why an earlier letter did not have it. */
  newReason: NewReason | null;
  isBackChecked: boolean;
};

type Standing = Pick<CorrectionState, "kind" | "status">;
type Issued = Pick<CorrectionState, "issuedIn">;

export const isDraft = ({ issuedIn }: Issued): boolean => issuedIn === null;

export const isIssuedEarlier = ({ issuedIn }: Issued, current: ReviewCycle) =>
  issuedIn !== null && isBefore(issuedIn, current);

/** Notes are never open. */
export const isOpenItem = ({ kind, status }: Standing): boolean =>
  correctionKinds[kind].isRequirement && correctionStatuses[status].isOpen;

/** Conditions are no reason for another review. */
export const isOpenCorrection = ({ kind, status }: Standing): boolean =>
  correctionKinds[kind].needsReview && correctionStatuses[status].isOpen;

/** No letter of an earlier cycle has it. */
export const isNewCorrection = (correction: Standing & Issued, current: ReviewCycle): boolean =>
  isOpenCorrection(correction) && !isIssuedEarlier(correction, current);

export const isOpenCondition = (correction: Standing): boolean =>
  isOpenItem(correction) && !isOpenCorrection(correction);

/** A note stays in the letter that it was written for. */
export const isNoteOf = (correction: Pick<Standing, "kind"> & Issued, current: ReviewCycle): boolean =>
  !correctionKinds[correction.kind].isRequirement && !isIssuedEarlier(correction, current);

/** As the letter of a cycle says it. */
export function countsIn(corrections: readonly CorrectionState[], current: ReviewCycle) {
  return {
    open: corrections.filter(isOpenCorrection).length,
    new: corrections.filter((row) => isNewCorrection(row, current)).length,
    conditions: corrections.filter(isOpenCondition).length,
    notes: corrections.filter((row) => isNoteOf(row, current)).length,
  };
}

/** What is open are corrections, as a letter counts them, unless another kind is chosen. */
export const kindInList = (filter: {
  status?: CorrectionStatus;
  kind?: CorrectionKind;
}): CorrectionKind | undefined =>
  filter.kind ?? (filter.status && correctionStatuses[filter.status].isOpen ? "correction" : undefined);

export const needsBackCheck = (correction: CorrectionState, current: ReviewCycle): boolean =>
  isOpenCorrection(correction) && isIssuedEarlier(correction, current) && !correction.isBackChecked;

export const disciplinesToRepeat = (corrections: readonly CorrectionState[]): Discipline[] => [
  ...new Set(corrections.filter(isOpenCorrection).map(({ discipline }) => discipline)),
];

/** The reviewer fills it in. */
export const blank = "____";
export const maxTextLength = 4000;
export const maxRemarkLength = 2000;
export const maxPerDiscipline = 200;
export const maxPerPermit = 800;
export const highestNumber = 999;
/** Corrections that are added at once, and the characters of their text: more than those of as many texts. */
export const maxPasted = 50;
export const maxPastedLength = 250_000;
export const maxSheetLength = 50;
/** More than in other lists, as they are read one after the other. */
export const correctionPageSize = 50;

export const listOfNumbers = (corrections: Numbered[]): string =>
  listOf(corrections.toSorted(byNumber).map(numberOf), 3);

/** Returns "F-3", "F-3 and F-5", or "F-3, F-4 and 6 more". */
export function listOf(names: string[], most: number): string {
  const listed =
    names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} more`] : names;
  return listed.length < 2 ? listed.join("") : `${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}`;
}

/** The name of a row's fields in a form, for a correction or a standard comment. */
export const rowKey = (id: number): string => `c${id}`;
export const rowIdOf = (key: string): number => Number(key.slice(1));
export const rowKeyPattern = /^c[1-9]\d{0,9}$/;

/** As one text, to compare two of them. */
export const backCheckText = (verdict?: string | null, remark?: string | null): string =>
  `${verdict ?? ""}\n${remark ?? ""}`;

/** Browsers send a line break as two characters. */
const withLineBreaks = (text: string) => text.replaceAll("\r\n", "\n");

/** With what its row said when the page was opened. */
export type TypedBackCheck = { verdict?: string; remark?: string; shown?: string };

export const isUnchanged = ({ verdict, remark, shown = backCheckText() }: TypedBackCheck): boolean =>
  withLineBreaks(backCheckText(verdict, remark)).trim() === withLineBreaks(shown).trim();
