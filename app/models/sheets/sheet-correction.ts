import { sheetNumberKey } from "./sheet-number";

/** The keys of the sheets that a correction names in its text of places, such as "A-101, S2.1 and General". */
const sheetKeysIn = (places: string | null): string[] =>
  (places ?? "")
    .split(/[\s,;&/()]+/)
    .filter((word) => /\d/.test(word))
    .map(sheetNumberKey);

type Named = { sheet: string | null };

/** The corrections that name a sheet by its number. */
const correctionsOf = <Correction extends Named>(
  corrections: Correction[],
  number: string | null,
): Correction[] =>
  number === null
    ? []
    : corrections.filter(({ sheet }) => sheetKeysIn(sheet).includes(sheetNumberKey(number)));

type Placed = { sheetId: number; correctionId: number };

/** The corrections that have a place on a sheet, or name it. */
export function correctionsOn<Correction extends Named & { id: number }>(
  { id, number, isDocument }: { id: number; number: string | null; isDocument: boolean },
  { corrections, places }: { corrections: Correction[]; places: Placed[] },
): Correction[] {
  const naming = isDocument ? [] : correctionsOf(corrections, number);
  const placed = places.filter(({ sheetId }) => sheetId === id).map(({ correctionId }) => correctionId);
  return corrections.filter((correction) => naming.includes(correction) || placed.includes(correction.id));
}
