import { byCycle, isBefore, type ReviewCycle } from "../permits/permit";
import type { PlacedSheet, StoredSet, StoredSheet } from "./sheet";
import { compareSheetNumbers, disciplineLetterOf, type Gap, gapsIn, sheetNumberKey } from "./sheet-number";

/** What was answered about the sheets of a set: it is not asked again. */
export type Settled = {
  /** Numbers that the set does not have. */
  gaps: string[];
  /** The ids of sheets that replace another one of the same number and cycle. */
  replacing: number[];
  /** Numbers of earlier cycles that the set does not have, and that still count. */
  carriedOver: string[];
};

export const settledTogether = (all: (Settled | null)[]): Settled => ({
  gaps: all.flatMap((settled) => settled?.gaps ?? []),
  replacing: all.flatMap((settled) => settled?.replacing ?? []),
  carriedOver: all.flatMap((settled) => settled?.carriedOver ?? []),
});

export type SheetQuestions<Sheet> = {
  unknown: Sheet[];
  duplicates: { sheet: Sheet; earlier: Sheet }[];
  gaps: Gap[];
  missing: Sheet[];
};

export const countQuestions = ({ unknown, duplicates, gaps, missing }: SheetQuestions<unknown>): number =>
  unknown.length + duplicates.length + gaps.length + missing.length;

type Asked<Sheet> = {
  sets: StoredSet[];
  sheets: PlacedSheet<Sheet & StoredSheet>[];
};

/** The cycle whose list of sheets is to be confirmed: the latest of those that are not. */
export const cycleToConfirm = (sets: StoredSet[]): ReviewCycle | undefined =>
  sets
    .filter(isToConfirm)
    .map(({ reviewCycle }) => reviewCycle)
    .toSorted(byCycle)
    .at(-1);

export const isToConfirm = (set: StoredSet): boolean =>
  set.state === "ready" && set.kind === "drawings" && set.confirmedAt === null && !set.isSetAside;

/** What the sender of a cycle's sheets should answer before their list is confirmed. */
export function questionsOf<Sheet>(cycle: ReviewCycle, { sets, sheets }: Asked<Sheet>) {
  const ofCycle = sets.filter((set) => set.reviewCycle === cycle);
  const settled = settledTogether(ofCycle.map((set) => set.settled));
  const toConfirm = new Set(ofCycle.filter(isToConfirm).map(({ id }) => id));
  const inSet = sheets.filter(
    (sheet) =>
      !sheet.isDocument &&
      sheet.withdrawnAt === null &&
      ofCycle.some(({ id, isSetAside }) => id === sheet.planSetId && !isSetAside),
  );
  const isNew = (sheet: StoredSheet) => toConfirm.has(sheet.planSetId);
  return {
    unknown: inSet.filter((sheet) => isNew(sheet) && sheet.number === null),
    duplicates: duplicatesIn(inSet).filter(
      ({ sheet }) => isNew(sheet) && !settled.replacing.includes(sheet.id),
    ),
    gaps: gapsOf(inSet, isNew).filter(({ number }) => !settled.gaps.includes(number)),
    missing: missingFrom(cycle, inSet.filter(isNew), inSet, sheets).filter(
      ({ number }) => !settled.carriedOver.includes(number ?? ""),
    ),
  };
}

function duplicatesIn<Sheet extends StoredSheet>(sheets: Sheet[]): { sheet: Sheet; earlier: Sheet }[] {
  const first = new Map<string, Sheet>();
  return sheets.flatMap((sheet) => {
    if (sheet.number === null) return [];
    const key = sheetNumberKey(sheet.number);
    const earlier = first.get(key);
    if (!earlier) first.set(key, sheet);
    return earlier ? [{ sheet, earlier }] : [];
  });
}

/** A gap between sheets that were confirmed before is not asked about. */
function gapsOf(sheets: StoredSheet[], isNew: (sheet: StoredSheet) => boolean): Gap[] {
  const numbers = (some: StoredSheet[]) => some.flatMap(({ number }) => number ?? []);
  const added = new Set(numbers(sheets.filter(isNew)));
  return gapsIn(numbers(sheets)).filter(({ after, before }) => added.has(after) || added.has(before));
}

/** Sheets of the set before whose number this one lacks, of the disciplines that it holds. */
function missingFrom<Sheet extends PlacedSheet>(
  cycle: ReviewCycle,
  added: Sheet[],
  inSet: Sheet[],
  sheets: Sheet[],
): Sheet[] {
  const letters = new Set(added.flatMap(({ number }) => (number === null ? [] : disciplineLetterOf(number))));
  const present = new Set(inSet.flatMap(({ number }) => (number === null ? [] : sheetNumberKey(number))));
  return sheets
    .filter(
      ({ isCurrent, isDocument, reviewCycle, number }) =>
        isCurrent &&
        !isDocument &&
        number !== null &&
        isBefore(reviewCycle, cycle) &&
        letters.has(disciplineLetterOf(number)) &&
        !present.has(sheetNumberKey(number)),
    )
    .toSorted((one, other) => compareSheetNumbers(one.number ?? "", other.number ?? ""));
}

/** The name of a sheet's answers in the form. */
export const answerKeyOf = (sheetId: number): string => `s${sheetId}`;
