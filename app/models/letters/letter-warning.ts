import { pluralize } from "../pluralize";
import { type LetterContent, openIn } from "./letter";

/** Returns what to consider before a letter is released; none of it keeps the letter back. */
export function warningsOf({ cycle, disciplines, files }: LetterContent): string[] {
  const open = disciplines.flatMap(openIn);
  const warnings = disciplines
    .filter(({ isBeforeCorrections }) => isBeforeCorrections)
    .map(
      ({ discipline, effectiveFrom }) => `${discipline} was reviewed in ${effectiveFrom}, before corrections`,
    );
  const without = [
    [open.filter(({ code }) => !code), "no code reference"],
    [open.filter(({ sheet }) => !sheet), "no sheet"],
  ] as const;
  for (const [items, what] of without) {
    if (items.length === 0) continue;
    const have = items.length === 1 ? "has" : "have";
    warnings.push(`${pluralize(items.length, "correction", "corrections")} ${have} ${what}`);
  }
  if (files.reviewed.length === 0) warnings.push(`Plans: none received in ${cycle}`);
  if (files.markedUp.length === 0) warnings.push(`Marked-up plans: none uploaded in ${cycle}`);
  return warnings;
}
