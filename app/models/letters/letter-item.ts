import { formatDate } from "../calendar-date";
import type { Discipline } from "../discipline";
import { newReasons, type Verdict } from "../plan-review/correction";
import type { LetterContent, LetterItem } from "./letter";

/** Returns the line of an item: "Sheet A2.1 · CBC 1010.1.9 · Caused by the revised plans · First written in PC1". */
export const itemPlace = (
  { sheet, code, newReason, cycle }: LetterItem,
  letter: Pick<LetterContent, "cycle">,
): string =>
  [
    sheet && (/^(sheet|general)/i.test(sheet) ? sheet : `Sheet ${sheet}`),
    code,
    newReason && newReasons[newReason].label,
    cycle !== letter.cycle && `First written in ${cycle}`,
  ]
    .filter(Boolean)
    .join(" · ");

/** Returns an answer with its day and sheet: "Your answer of Nov 20, 2026: The schedule is added. (A6.1)". */
export const answerText = ({ on, sheet, text }: NonNullable<LetterItem["answer"]>): string =>
  `Your answer of ${formatDate(on)}: ${text}${sheet ? ` (${sheet})` : ""}`;

/** What a letter says of the verdicts that leave an item open; the others are in its list of what is resolved. */
export const verdictLabels: Partial<Record<Verdict, string>> = {
  not_resolved: "Not resolved",
  reopened: "Open again",
};

/** Returns an item's number as it is read aloud: "Correction Fire 3". */
export const spokenItem = (discipline: Discipline, number: string): string =>
  `Correction ${discipline} ${number.slice(number.indexOf("-") + 1)}`;
