/** What a row of the form says, and what it said when the page was opened. */
export type TypedBackCheck = { verdict?: string; remark?: string; shown?: string };

export const backCheckKey = (correctionId: number): string => `c${correctionId}`;

/** As one text, to compare two of them. */
export const backCheckText = (verdict?: string | null, remark?: string | null): string =>
  `${verdict ?? ""}\n${remark ?? ""}`;

/** Browsers send a line break as two characters. */
const withLineBreaks = (text: string) => text.replaceAll("\r\n", "\n");

export const isUnchanged = ({ verdict, remark, shown = backCheckText() }: TypedBackCheck): boolean =>
  withLineBreaks(backCheckText(verdict, remark)).trim() === withLineBreaks(shown).trim();
