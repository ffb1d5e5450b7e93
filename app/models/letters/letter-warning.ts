import type { Discipline } from "../discipline";
import { pluralize } from "../pluralize";
import { type LetterContent, openIn } from "./letter";

/** What to consider, and the corrections that it is about. */
export type Warning = {
  what: string;
  items: { id: number; number: string; discipline: Discipline; isNew: boolean }[];
};

/** Returns a warning as a sentence, with the numbers: "1 correction has no sheet: F-3". */
export const warningText = ({ what, items }: Warning): string =>
  items.length === 0 ? what : `${what}: ${items.map(({ number }) => number).join(", ")}`;

export const plain = (what: string): Warning => ({ what, items: [] });

/** Returns what to consider before a letter is released; none of it keeps the letter back. */
export function warningsOf({ cycle, disciplines, files }: LetterContent): Warning[] {
  const open = disciplines.flatMap((row) =>
    openIn(row).map((item) => ({ ...item, discipline: row.discipline, isNew: item.cycle === cycle })),
  );
  const warnings: Warning[] = disciplines
    .filter(({ isBeforeCorrections }) => isBeforeCorrections)
    .map(({ discipline, effectiveFrom }) =>
      plain(`${discipline} was reviewed in ${effectiveFrom}, before corrections`),
    );
  const without = [
    [open.filter(({ code }) => !code), "no code reference"],
    [open.filter(({ sheet }) => !sheet), "no sheet"],
  ] as const;
  for (const [items, what] of without) {
    if (items.length === 0) continue;
    const have = items.length === 1 ? "has" : "have";
    warnings.push({
      what: `${pluralize(items.length, "correction", "corrections")} ${have} ${what}`,
      items: items.map(({ id, number, discipline, isNew }) => ({ id, number, discipline, isNew })),
    });
  }
  if (files.reviewed.length === 0) warnings.push(plain(`Plans: none received in ${cycle}`));
  if (files.markedUp.length === 0) warnings.push(plain(`Marked-up plans: none uploaded in ${cycle}`));
  return warnings;
}
