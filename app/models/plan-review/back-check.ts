/** What a row of the form with all back-checks of a page says, and what it said when the page was opened. */
export type TypedBackCheck = { verdict?: string; remark?: string; shown?: string };

/** The name of a correction's row in that form. */
export const backCheckKey = (correctionId: number): string => `c${correctionId}`;

/** Returns a verdict and its remark as one text, to compare two of them. */
export const backCheckText = (verdict?: string | null, remark?: string | null): string =>
  `${verdict ?? ""}\n${remark ?? ""}`;

/** Browsers send a line break as two characters. */
const withLineBreaks = (text: string) => text.replaceAll("\r\n", "\n");

/** Whether a row says what it said when the page was opened, so that there is nothing to save. */
export const isUnchanged = ({ verdict, remark, shown = backCheckText() }: TypedBackCheck): boolean =>
  withLineBreaks(backCheckText(verdict, remark)).trim() === withLineBreaks(shown).trim();
