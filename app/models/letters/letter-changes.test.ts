import { expect, test } from "vitest";
import { makeItem, makeLetter, makeLetterDiscipline } from "~/testing/letter-samples";
import type { LetterContent, LetterItem } from "./letter";
import { changesText } from "./letter-changes";

const item = (number: string, text = "Show the walls.") => makeItem({ number, text });
const letterOf = (added: LetterItem[], changes: Partial<LetterContent> = {}) =>
  makeLetter({ disciplines: [makeLetterDiscipline({ added })], ...changes });
const former = letterOf([item("F-1"), item("F-2")]);

test.each<[string, LetterContent]>([
  ["F-1 was changed.", letterOf([item("F-1", "Show all walls."), item("F-2")])],
  [
    "F-1 was changed; F-3 is new; F-2 is no longer in it.",
    letterOf([item("F-1", "Show all walls."), item("F-3")]),
  ],
  ["The cover note was changed.", letterOf([item("F-1"), item("F-2")], { coverNote: "Call us." })],
  [
    "The list of files was changed.",
    letterOf([item("F-1"), item("F-2")], { files: { reviewed: ["A.pdf"], markedUp: [] } }),
  ],
  [
    "What it says of the permit or the city was changed.",
    letterOf([item("F-1"), item("F-2")], { codes: null }),
  ],
])("a corrected letter says: %s", (text, corrected) => {
  expect(changesText(former, corrected)).toBe(text);
});

test("many numbers are not all named", () => {
  const many = Array.from({ length: 9 }, (_, index) => item(`F-${index + 3}`));
  const corrected = letterOf([item("F-1"), item("F-2"), ...many]);
  expect(changesText(former, corrected)).toBe("F-3, F-4, F-5, F-6 and 5 more are new.");
});
