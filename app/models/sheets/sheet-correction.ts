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

/** The corrections that have a place on a sheet, or name it by its number. */
export function correctionsOn<Correction extends Named>(
  sheet: Sheet,
  corrections: Correction[],
  places: Placed[],
): Correction[] {
  const placed = new Set(
    places.filter(({ sheetId }) => sheetId === sheet.id).map(({ correctionId }) => correctionId),
  );
  const key = keyOfSheet(sheet);
  const isNaming = (correction: Correction) =>
    key !== undefined && sheetKeysIn(correction.sheet).includes(key);
  return corrections.filter((correction) => placed.has(correction.id) || isNaming(correction));
}
