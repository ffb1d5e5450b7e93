import { valuesOf } from "../options";
import { byCycle, isBefore, type ReviewCycle } from "../permits/permit";
import type { PlanSetKind, PlanSetState } from "./plan-set";
import { compareSheetNumbers, sheetNumberKey } from "./sheet-number";
import type { Settled } from "./sheet-question";

/** Where a number was found. */
export const numberSources = {
  label: { label: "page label" },
  bookmark: { label: "bookmark" },
  text: { label: "title block" },
  person: { label: "typed" },
} as const;

export type NumberSource = keyof typeof numberSources;
export const numberSourceValues = valuesOf(numberSources);

export const sheetStates = {
  matching: { label: "Not compared yet", tone: "grey" },
  new: { label: "New", tone: "blue" },
  changed: { label: "Changed", tone: "yellow" },
  same: { label: "Same", tone: "grey" },
} as const;

export type SheetState = keyof typeof sheetStates;

/** A sheet as it is stored, in the order of upload. */
export type StoredSheet = {
  id: number;
  planSetId: number;
  page: number;
  number: string | null;
  title: string | null;
  comparedWithId: number | null;
  isChanged: boolean | null;
  withdrawnAt: string | null;
  withdrawnIn: ReviewCycle | null;
};

export type StoredSet = {
  id: number;
  reviewCycle: ReviewCycle;
  kind: PlanSetKind;
  state: PlanSetState;
  confirmedAt: string | null;
  /** Files that an administrator has set aside are in no set. */
  isSetAside: boolean;
  settled: Settled | null;
};

export type PlacedSheet<Sheet extends StoredSheet = StoredSheet> = Sheet & {
  reviewCycle: ReviewCycle;
  isDocument: boolean;
  isCurrent: boolean;
  /** Whether its file has another sheet with its number, and nobody has said which one counts. */
  isDoubtful: boolean;
  /** Null for a document and the first cycle of a permit's sheets. */
  state: SheetState | null;
  previousId: number | null;
};

/** What sheets with the same number have in common. Undefined for a page of a document and a sheet without a number. */
export const keyOfSheet = ({ number, isDocument }: Pick<PlacedSheet, "number" | "isDocument">) =>
  number === null || isDocument ? undefined : sheetNumberKey(number);

type Placing<Sheet, Set> = {
  /** In the order of upload. */
  sets: Set[];
  sheets: Sheet[];
  reviewCycle: ReviewCycle;
};

/** A sheet with its set, in the order in which they count. Without a key, no other sheet has its place. */
type Entry<Sheet, Set> = { sheet: Sheet; set: Set; key: string | null };

/**
 * Says of each sheet which one of an earlier cycle it replaces, and whether it belongs to the current set: the latest of each
 * number, if it is not withdrawn. A cycle's sheets belong to it once the cycle has begun or their list is confirmed. Of two in
 * one file, both belong to it until somebody says that one replaces the other.
 */
export function placeSheets<Sheet extends StoredSheet, Set extends StoredSet>(
  placing: Placing<Sheet, Set>,
): PlacedSheet<Sheet>[] {
  const entries = inOrder(placing);
  const current = currentOf(entries, placing.reviewCycle);
  const previous = previousOf(entries);
  const firstCycle = entries[0]?.set.reviewCycle;
  return entries.map(({ sheet, set, key }) => {
    const counting = key === null ? [] : (current.get(key) ?? []);
    const before = previous.get(sheet.id) ?? null;
    const isDocument = set.kind === "document";
    return {
      ...sheet,
      reviewCycle: set.reviewCycle,
      isDocument,
      isCurrent:
        key === null
          ? hasBegun(set, placing.reviewCycle) && sheet.withdrawnAt === null
          : counting.includes(sheet.id),
      isDoubtful: counting.length > 1 && counting.includes(sheet.id),
      previousId: before?.id ?? null,
      state: isDocument || set.reviewCycle === firstCycle ? null : stateOf(sheet, before),
    };
  });
}

function inOrder<Sheet extends StoredSheet, Set extends StoredSet>({ sets, sheets }: Placing<Sheet, Set>) {
  const positions = new Map(sets.map((set, position) => [set.id, { set, position }]));
  return sheets
    .flatMap((sheet) => {
      const found = positions.get(sheet.planSetId);
      const hasKey = sheet.number !== null && found?.set.kind === "drawings";
      return found ? [{ sheet, ...found, key: hasKey ? sheetNumberKey(sheet.number ?? "") : null }] : [];
    })
    .toSorted(
      (one, other) =>
        byCycle(one.set.reviewCycle, other.set.reviewCycle) ||
        one.position - other.position ||
        one.sheet.page - other.sheet.page,
    );
}

const hasBegun = (set: StoredSet, reviewCycle: ReviewCycle): boolean =>
  !set.isSetAside && (set.confirmedAt !== null || !isBefore(reviewCycle, set.reviewCycle));

/** The ids of the sheets that count, by the key of their number. */
function currentOf(entries: Entry<StoredSheet, StoredSet>[], reviewCycle: ReviewCycle) {
  const setOf = new Map(entries.map(({ sheet, set }) => [sheet.id, set.id]));
  const current = new Map<string, number[]>();
  for (const { sheet, set, key } of entries) {
    if (key === null || !hasBegun(set, reviewCycle)) continue;
    if (sheet.withdrawnAt !== null) {
      // A later cycle withdraws the number; its own cycle only this sheet.
      if (sheet.withdrawnIn !== set.reviewCycle) current.delete(key);
      continue;
    }
    const before = current.get(key) ?? [];
    const isSecond = setOf.get(before[0] ?? 0) === set.id && !set.settled?.replacing.includes(sheet.id);
    current.set(key, isSecond ? [...before, sheet.id] : [sheet.id]);
  }
  return current;
}

/** The latest sheet with the same number of an earlier cycle, by the id of each sheet. */
function previousOf<Sheet extends StoredSheet>(entries: Entry<Sheet, StoredSet>[]): Map<number, Sheet> {
  const latest = new Map<string, { earlier?: Sheet; last: Sheet; cycle: ReviewCycle }>();
  const previous = new Map<number, Sheet>();
  for (const { sheet, set, key } of entries) {
    if (key === null) continue;
    const known = latest.get(key);
    const earlier = known && isBefore(known.cycle, set.reviewCycle) ? known.last : known?.earlier;
    if (earlier) previous.set(sheet.id, earlier);
    if (!set.isSetAside) latest.set(key, { earlier, last: sheet, cycle: set.reviewCycle });
  }
  return previous;
}

function stateOf(sheet: StoredSheet, previous: StoredSheet | null): SheetState {
  if (!previous) return "new";
  if (sheet.comparedWithId !== previous.id) return "matching";
  return sheet.isChanged === false ? "same" : "changed";
}

/** The number of a sheet, or of a page whose number nobody knows. */
export const sheetName = ({ number, page }: Pick<StoredSheet, "number" | "page">): string =>
  number ?? `Page ${page}`;

/** The same of a sheet or of a page of a document, which has no number. */
export const nameOfSheet = (sheet: Pick<StoredSheet, "number" | "page"> & { isDocument: boolean }): string =>
  sheet.isDocument ? `p. ${sheet.page}` : sheetName(sheet);

/** Sheets without a number come last, in the order of their file. */
export function bySheetNumber(one: Pick<StoredSheet, "number">, other: Pick<StoredSheet, "number">): number {
  if (one.number !== null && other.number !== null) return compareSheetNumbers(one.number, other.number);
  return Number(one.number === null) - Number(other.number === null);
}
