import { valuesOf } from "../options";
import { byCycle, isBefore, type ReviewCycle } from "../permits/permit";
import type { PlanSetKind, PlanSetState } from "./plan-set";
import { compareSheetNumbers, sheetNumberKey } from "./sheet-number";

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
};

export type StoredSet = {
  id: number;
  reviewCycle: ReviewCycle;
  kind: PlanSetKind;
  state: PlanSetState;
  confirmedAt: string | null;
  /** Files that an administrator has set aside are in no set. */
  isSetAside: boolean;
};

export type PlacedSheet<Sheet extends StoredSheet = StoredSheet> = Sheet & {
  reviewCycle: ReviewCycle;
  isDocument: boolean;
  isCurrent: boolean;
  /** Null for a document and the first cycle of a permit's sheets. */
  state: SheetState | null;
  previousId: number | null;
};

type Placing<Sheet, Set> = {
  /** In the order of upload. */
  sets: Set[];
  sheets: Sheet[];
  reviewCycle: ReviewCycle;
};

/**
 * Says of each sheet which one of an earlier cycle it replaces, and whether it belongs to the current set: the latest of each
 * number that is not withdrawn. A cycle's sheets belong to it once the cycle has begun or their list is confirmed.
 */
export function placeSheets<Sheet extends StoredSheet, Set extends StoredSet>({
  sets,
  sheets,
  reviewCycle,
}: Placing<Sheet, Set>): PlacedSheet<Sheet>[] {
  const positions = new Map(sets.map((set, position) => [set.id, { set, position }]));
  const placed = sheets.flatMap((sheet) => {
    const found = positions.get(sheet.planSetId);
    return found
      ? [{ sheet, ...found, key: sheet.number === null ? null : sheetNumberKey(sheet.number) }]
      : [];
  });
  const order = placed.toSorted(
    (one, other) =>
      byCycle(one.set.reviewCycle, other.set.reviewCycle) ||
      one.position - other.position ||
      one.sheet.page - other.sheet.page,
  );
  const firstCycle = order[0]?.set.reviewCycle ?? reviewCycle;
  const isIn = ({ set, sheet }: (typeof order)[number]) =>
    !set.isSetAside &&
    sheet.withdrawnAt === null &&
    (set.confirmedAt !== null || !isBefore(reviewCycle, set.reviewCycle));
  const latest = new Map<string, number>();
  for (const entry of order) {
    if (entry.key !== null && entry.set.kind === "drawings" && isIn(entry))
      latest.set(entry.key, entry.sheet.id);
  }
  const byKey = new Map<string, typeof order>();
  return order.map((entry) => {
    const { sheet, set, key } = entry;
    const isDocument = set.kind === "document";
    const isPart = isIn(entry) && (isDocument || key === null || latest.get(key) === sheet.id);
    const same = key === null || isDocument ? [] : (byKey.get(key) ?? []);
    const previous = same.findLast((other) => isBefore(other.set.reviewCycle, set.reviewCycle)) ?? null;
    if (key !== null && !isDocument && !set.isSetAside) byKey.set(key, [...same, entry]);
    return {
      ...sheet,
      reviewCycle: set.reviewCycle,
      isDocument,
      isCurrent: isPart,
      previousId: previous?.sheet.id ?? null,
      state: isDocument || set.reviewCycle === firstCycle ? null : stateOf(sheet, previous?.sheet ?? null),
    };
  });
}

function stateOf(sheet: StoredSheet, previous: StoredSheet | null): SheetState {
  if (!previous) return "new";
  if (sheet.comparedWithId !== previous.id) return "matching";
  return sheet.isChanged === false ? "same" : "changed";
}

/** The number of a sheet, or of a page whose number nobody knows. */
export const sheetName = ({ number, page }: Pick<StoredSheet, "number" | "page">): string =>
  number ?? `Page ${page}`;

/** Sheets without a number come last, in the order of their file. */
export function bySheetNumber(one: Pick<StoredSheet, "number">, other: Pick<StoredSheet, "number">): number {
  if (one.number !== null && other.number !== null) return compareSheetNumbers(one.number, other.number);
  return Number(one.number === null) - Number(other.number === null);
}
