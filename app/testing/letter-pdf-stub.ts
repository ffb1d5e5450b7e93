import type { LetterContent } from "~/models/letters/letter";

// Takes the place of letter-pdf.server.ts in tests that are not about how a letter is drawn, which has its own.

/** Returns bytes that differ by the letter's number. */
export const drawLetter = async ({ number }: LetterContent) => Buffer.from(`%PDF-1.7 ${number}`);
