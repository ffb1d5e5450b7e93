import { storeBytes } from "~/models/files/plan-file-store.server";
import { drawLetter } from "~/models/letters/letter-pdf.server";
import type { LetterRow, UndrawnLetter } from "./seed-letter";

/** Draws and stores the PDFs of letters, and returns their rows. */
export const storeLetters = (letters: UndrawnLetter[]): Promise<LetterRow[]> =>
  Promise.all(
    letters.map(async ({ content, ...row }) => {
      const stored = await storeBytes(await drawLetter(content, { permitId: row.permitId }));
      return { ...row, ...stored, content: JSON.stringify(content) };
    }),
  );
