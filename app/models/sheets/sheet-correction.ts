import { sheetNumberKey } from "./sheet-number";

/** The keys of the sheets that a correction names in its text of places, such as "A-101, S2.1 and General". */
const sheetKeysIn = (places: string | null): string[] =>
  (places ?? "")
    .split(/[\s,;&/()]+/)
    .filter((word) => /\d/.test(word))
    .map(sheetNumberKey);

type Named = { sheet: string | null };

/** The corrections that name a sheet by its number. */
export const correctionsOf = <Correction extends Named>(
  corrections: Correction[],
  number: string | null,
): Correction[] =>
  number === null
    ? []
    : corrections.filter(({ sheet }) => sheetKeysIn(sheet).includes(sheetNumberKey(number)));
