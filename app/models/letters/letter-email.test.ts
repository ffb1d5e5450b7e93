import { expect, test } from "vitest";
import { makeItem, makeLetter, makeLetterDiscipline } from "~/testing/letter-samples";
import type { LetterContent, LetterItem } from "./letter";
import { changesText, letterLines, letterSubject } from "./letter-email.server";

const first = { isReissue: false };
const item = makeItem();
const items = (count: number) => Array.from({ length: count }, () => item);
const approval = { kind: "approval", outcome: "approved" } as const;
const isRecommended = { approvalWording: "recommended" } as const;
const conditions = (...numbers: string[]) => [
  makeLetterDiscipline({ conditions: numbers.map((number) => makeItem({ number })) }),
];

test.each<[Partial<LetterContent>, string]>([
  [{}, "Corrections required: OAK-26-041, Grand Avenue Mixed Use (PC2)"],
  [approval, "Approved: OAK-26-041, Grand Avenue Mixed Use (PC2)"],
  [
    { ...approval, outcome: "approved_with_conditions" },
    "Approved with conditions: OAK-26-041, Grand Avenue Mixed Use (PC2)",
  ],
  [{ ...approval, ...isRecommended }, "Recommended for approval: OAK-26-041, Grand Avenue Mixed Use (PC2)"],
  [
    { permit: { ...makeLetter().permit, revision: "rev1" } },
    "Corrections required: OAK-26-041 rev1, Grand Avenue Mixed Use (PC2)",
  ],
])("the subject of case %# has the outcome, the permit and the cycle", (fields, subject) => {
  expect(letterSubject(makeLetter(fields), first)).toBe(subject);
});

test("the subject of a letter that is issued again says so first", () => {
  expect(letterSubject(makeLetter(), { isReissue: true })).toBe(
    "Corrected letter: Corrections required: OAK-26-041, Grand Avenue Mixed Use (PC2)",
  );
});

test("an email about corrections says what is finished, what is open and what to do", () => {
  const disciplines = [
    makeLetterDiscipline({
      discipline: "Architectural",
      open: items(80),
      added: items(8),
      resolved: ["A-1"],
    }),
    makeLetterDiscipline({ discipline: "Civil", resolved: ["C-1"] }),
    makeLetterDiscipline({ open: items(2), added: items(1) }),
  ];
  expect(letterLines(makeLetter({ disciplines }))).toEqual([
    "The second plan check of OAK-26-041, Grand Avenue Mixed Use, 1200 Grand Avenue, Oakville is finished: Corrections required.",
    "91 corrections are open, in Architectural, Fire. 9 are new; 2 were resolved.",
    "Revise the plans, answer every correction by its number, and send the complete revised set.",
  ]);
});

test.each<[Parameters<typeof makeLetterDiscipline>[0], string]>([
  [{ open: items(1) }, "1 correction is open, in Fire."],
  [{ added: items(1), resolved: ["F-1"] }, "1 correction is open, in Fire. 1 is new; 1 was resolved."],
  [{ open: items(2), resolved: ["F-1", "F-2"] }, "2 corrections are open, in Fire. 2 were resolved."],
  [{ added: items(2) }, "2 corrections are open, in Fire. 2 are new."],
])("the counts of case %# are in the singular or the plural, and none is left out", (fields, line) => {
  expect(letterLines(makeLetter({ disciplines: [makeLetterDiscipline(fields)] }))[1]).toBe(line);
});

test("in the first plan check, all corrections are new, so that none is called so", () => {
  const disciplines = [makeLetterDiscipline({ added: items(3) })];
  expect(letterLines(makeLetter({ cycle: "PC1", disciplines }))[1]).toBe("3 corrections are open, in Fire.");
});

test("an email about an approval has no line on revising", () => {
  expect(letterLines(makeLetter(approval)).slice(1)).toEqual(["No correction is open."]);
  expect(letterLines(makeLetter({ ...approval, ...isRecommended }))[0]).toMatch(
    /is finished: Recommended for approval\.$/,
  );
});

test.each([
  [["M-4"], "1 condition stands: M-4. It is in the letter."],
  [["M-4", "P-2", "F-9"], "3 conditions stand: M-4, P-2, F-9. They are in the letter."],
])("the conditions %j are listed by number", (numbers, text) => {
  const outcome = "approved_with_conditions";
  const lines = letterLines(makeLetter({ ...approval, outcome, disciplines: conditions(...numbers) }));
  expect(lines[1]).toBe(`No correction is open. ${text}`);
});

test("the cover note ends the email, with 500 characters at most", () => {
  const last = (coverNote: string) => letterLines(makeLetter({ coverNote })).at(-1);
  expect(last("Call us about F-3.")).toBe("Call us about F-3.");
  expect(last("x".repeat(500))).toBe("x".repeat(500));
  expect(last("x".repeat(501))).toBe(`${"x".repeat(500)}…`);
  // A character that is stored as two is not cut in half.
  expect(last("🏗".repeat(501))).toBe(`${"🏗".repeat(500)}…`);
});

test("no email names a reviewer, even if the letter does", () => {
  const disciplines = [makeLetterDiscipline({ reviewer: "Lee Tran", open: items(1) })];
  const lines = letterLines(makeLetter({ disciplines }));
  expect(lines.join(" ")).not.toContain("Lee Tran");
});

const makeNumbered = (number: string, text = "Show the walls.") => makeItem({ number, text });
const letterOf = (added: LetterItem[], changes: Partial<LetterContent> = {}) =>
  makeLetter({ disciplines: [makeLetterDiscipline({ added })], ...changes });
const former = letterOf([makeNumbered("F-1"), makeNumbered("F-2")]);

test.each<[string, LetterContent]>([
  ["F-1 was changed.", letterOf([makeNumbered("F-1", "Show all walls."), makeNumbered("F-2")])],
  [
    "F-1 was changed; F-3 is new; F-2 is no longer in it.",
    letterOf([makeNumbered("F-1", "Show all walls."), makeNumbered("F-3")]),
  ],
  [
    "The cover note was changed.",
    letterOf([makeNumbered("F-1"), makeNumbered("F-2")], { coverNote: "Call us." }),
  ],
  [
    "The list of files was changed.",
    letterOf([makeNumbered("F-1"), makeNumbered("F-2")], { files: { reviewed: ["A.pdf"], markedUp: [] } }),
  ],
  [
    "What it says of the permit or the city was changed.",
    letterOf([makeNumbered("F-1"), makeNumbered("F-2")], { codes: null }),
  ],
])("a corrected letter says: %s", (text, corrected) => {
  expect(changesText(former, corrected)).toBe(text);
});

test("many numbers are not all named", () => {
  const many = Array.from({ length: 9 }, (_, index) => makeNumbered(`F-${index + 3}`));
  const corrected = letterOf([makeNumbered("F-1"), makeNumbered("F-2"), ...many]);
  expect(changesText(former, corrected)).toBe("F-3, F-4, F-5, F-6 and 5 more are new.");
});
