import { expect, test } from "vitest";
import { makeItem, makeLetter, makeLetterDiscipline } from "~/testing/letter-samples";
import type { LetterContent, LetterItem } from "./letter";
import { warningsOf, warningText } from "./letter-warning";

const complete = makeItem();
const withoutCode = makeItem({ number: "F-4", code: null });
const withoutSheet = makeItem({ number: "F-5", sheet: null });
const markedUp = { reviewed: ["A2.1.pdf"], markedUp: ["A2.1 marked up.pdf"] };

const textsOf = (letter: LetterContent) => warningsOf(letter).map(warningText);
const warnings = (open: LetterItem[], added: LetterItem[] = []) =>
  textsOf(makeLetter({ files: markedUp, disciplines: [makeLetterDiscipline({ open, added })] }));

test("a letter whose corrections have code references and sheets, with marked-up plans, has no warning", () => {
  expect(warnings([complete], [complete])).toEqual([]);
});

test("open and new corrections without a code reference or a sheet are counted together", () => {
  expect(warnings([withoutCode, withoutSheet], [withoutCode, complete])).toEqual([
    "2 corrections have no code reference: F-4, F-4",
    "1 correction has no sheet: F-5",
  ]);
});

test("conditions and notes need neither", () => {
  const bare = makeItem({ code: null, sheet: null });
  const disciplines = [makeLetterDiscipline({ conditions: [bare], notes: [bare] })];
  expect(textsOf(makeLetter({ files: markedUp, disciplines }))).toEqual([]);
});

test("a letter without marked-up plans says so with its cycle", () => {
  const files = { reviewed: ["A2.1.pdf"], markedUp: [] };
  expect(textsOf(makeLetter({ cycle: "PC3", files }))).toEqual(["Marked-up plans: none uploaded in PC3"]);
});

test("a letter of a cycle without plans says so", () => {
  const files = { reviewed: [], markedUp: ["A2.1 marked up.pdf"] };
  expect(textsOf(makeLetter({ cycle: "PC2", files }))).toEqual(["Plans: none received in PC2"]);
});

test("each discipline that was reviewed before the city used corrections is named", () => {
  const disciplines = [
    makeLetterDiscipline({ discipline: "Civil", effectiveFrom: "PC1", isBeforeCorrections: true }),
    makeLetterDiscipline({ effectiveFrom: "PC1" }),
  ];
  expect(textsOf(makeLetter({ files: markedUp, disciplines }))).toEqual([
    "Civil was reviewed in PC1, before corrections",
  ]);
});

test("signs that cannot be drawn are listed once, with the corrections and the other places that have them", () => {
  const disciplines = [
    makeLetterDiscipline({
      reviewer: "王芳",
      open: [makeItem({ id: 3, number: "F-3", text: "漢字 🔥", cycle: "PC1" })],
      added: [makeItem({ id: 4, number: "F-4", remark: "字", cycle: "PC2" })],
      notes: [makeItem({ id: 5, number: "F-5", sheet: "\ue001" })],
      withdrawn: [{ number: "F-6", remark: "ถนน" }],
    }),
  ];
  const letter = makeLetter({
    files: { reviewed: ["A-101 図.pdf"], markedUp: ["Marked.pdf"] },
    permit: { ...makeLetter().permit, name: "شارع" },
    coverNote: "⌀ ☐ ✓ 谢谢",
    disciplines,
  });
  expect(textsOf(letter)).toEqual([
    "These signs cannot be drawn: 漢 字 🔥 U+E001 ถ น, in 4 corrections: F-3, F-4, F-5, F-6",
    "These signs cannot be drawn: ش ا ر ع, in the project's name",
    "These signs cannot be drawn: 谢, in the cover note",
    "These signs cannot be drawn: 王 芳, in the names of reviewers",
    "These signs cannot be drawn: 図, in the names of files",
  ]);
  expect(warningsOf(letter)[0]?.items.map(({ id, isNew }) => [id, isNew])).toEqual([
    [3, false],
    [4, true],
    [5, false],
    [0, false],
  ]);
});

test("of many signs that cannot be drawn, ten are listed", () => {
  const coverNote = "一二三四五六七八九十百千";
  expect(textsOf(makeLetter({ files: markedUp, coverNote }))).toEqual([
    "These signs cannot be drawn: 一 二 三 四 五 六 七 八 九 十 and 2 more, in the cover note",
  ]);
});
