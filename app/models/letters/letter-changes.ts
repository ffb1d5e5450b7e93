import type { LetterContent, LetterItem } from "./letter";

const mostNamed = 5;

/** The items of a letter by their numbers. */
const itemsOf = ({ disciplines }: LetterContent): Map<string, LetterItem> =>
  new Map(
    disciplines
      .flatMap(({ open, added, conditions, notes }) => [...open, ...added, ...conditions, ...notes])
      .map((item) => [item.number, item]),
  );

const isSame = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second);

const closedIn = ({ disciplines }: LetterContent) =>
  disciplines.map(({ discipline, effectiveDecision, resolved, withdrawn }) => ({
    ...{ discipline, effectiveDecision, resolved, withdrawn },
  }));

/** Joins names as a sentence does: "F-3", "F-3 and F-5", "F-3, F-4 and 6 more". */
function listOf(names: string[]): string {
  const listed =
    names.length > mostNamed
      ? [...names.slice(0, mostNamed - 1), `${names.length - mostNamed + 1} more`]
      : names;
  return listed.length < 2 ? listed.join("") : `${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}`;
}

/** Returns what a corrected letter changes, in one sentence: "F-3 was changed; F-4 is new; the cover note was changed." */
export function changesText(former: LetterContent, corrected: LetterContent): string {
  const [before, after] = [itemsOf(former), itemsOf(corrected)];
  const numbers = [...after.keys()];
  const changed = numbers.filter(
    (number) => before.has(number) && !isSame(before.get(number), after.get(number)),
  );
  const added = numbers.filter((number) => !before.has(number));
  const gone = [...before.keys()].filter((number) => !after.has(number));
  const parts = [
    changed.length > 0 && `${listOf(changed)} ${changed.length === 1 ? "was" : "were"} changed`,
    added.length > 0 && `${listOf(added)} ${added.length === 1 ? "is" : "are"} new`,
    gone.length > 0 && `${listOf(gone)} ${gone.length === 1 ? "is" : "are"} no longer in it`,
    gone.length === 0 && !isSame(closedIn(former), closedIn(corrected)) && "decisions were changed",
    former.coverNote !== corrected.coverNote && "the cover note was changed",
    !isSame(former.files, corrected.files) && "the list of files was changed",
  ].filter(Boolean);
  const text = parts.length > 0 ? parts.join("; ") : "what it says of the permit or the city was changed";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
