import { keyOfSheet } from "./sheet";
import { sheetNumberKey } from "./sheet-number";

/** The keys of the sheets that a correction names in its text of places, such as "A-101, S2.1 and General". */
const sheetKeysIn = (places: string | null): string[] =>
  (places ?? "")
    .split(/[\s,;&/()]+/)
    .filter((word) => /\d/.test(word))
    .map(sheetNumberKey);

type Named = { id: number; sheet: string | null };
type Placed = { sheetId: number; correctionId: number };
type Sheet = { id: number; number: string | null; isDocument: boolean };

/** Returns what finds the corrections that have a place on a sheet, or name it by its number. */
export function sheetCorrections<Correction extends Named>(corrections: Correction[], places: Placed[]) {
  const placedOn = Map.groupBy(places, ({ sheetId }) => sheetId);
  const naming = new Map<string, Set<number>>();
  for (const { id, sheet } of corrections) {
    for (const key of sheetKeysIn(sheet)) naming.set(key, (naming.get(key) ?? new Set()).add(id));
  }
  return (sheet: Sheet): Correction[] => {
    const placed = (placedOn.get(sheet.id) ?? []).map(({ correctionId }) => correctionId);
    const ids = new Set([...placed, ...(naming.get(keyOfSheet(sheet) ?? "") ?? [])]);
    return ids.size === 0 ? [] : corrections.filter(({ id }) => ids.has(id));
  };
}
