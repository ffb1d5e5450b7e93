import { expect, test } from "vitest";
import { makeItem, makeLetter, makeLetterDiscipline } from "~/testing/letter-samples";
import { correctionPageSize } from "../corrections/correction";
import type { LetterContent, LetterItem } from "./letter";
import { type LetterPage, pageOfLetter } from "./letter-pages";

const itemsOf = (letter: string, first: number, count: number): LetterItem[] =>
  Array.from({ length: count }, (_, index) =>
    makeItem({ id: first + index, number: `${letter}-${first + index}` }),
  );

const empty = makeLetterDiscipline({
  discipline: "Civil",
  effectiveDecision: "approved",
  effectiveFrom: "PC1",
});

const architectural = makeLetterDiscipline({
  discipline: "Architectural",
  open: itemsOf("A", 1, 30),
  added: itemsOf("A", 31, 30),
  conditions: itemsOf("A", 61, 1),
  resolved: ["A-70"],
});

const fire = makeLetterDiscipline({
  open: itemsOf("F", 1, 30),
  conditions: itemsOf("F", 31, 1),
  notes: itemsOf("F", 32, 10),
  resolved: ["F-43"],
  withdrawn: [{ number: "F-42", remark: "Shown on A2.1." }],
});

const content = makeLetter({
  contact: "Counter",
  coverNote: "Please call first.",
  disciplines: [architectural, empty, fire],
  files: { reviewed: ["A.pdf"], markedUp: ["A marked.pdf"] },
});

const pageFor = (query: string, letter = content) => pageOfLetter(letter, new URLSearchParams(query));

/** Returns the numbers on a page, in the order of the page. */
const numbersOn = ({ shown }: Pick<LetterPage, "shown">): string[] =>
  [
    ...shown.flatMap(({ open, added }) => [...open, ...added]),
    ...shown.flatMap(({ conditions }) => conditions),
    ...shown.flatMap(({ notes }) => notes),
    ...shown.flatMap(({ withdrawn }) => withdrawn),
  ].map(({ number }) => number);

const all = numbersOn({ shown: content.disciplines });

test("the pages of a letter have every item once, in order, and the same number of items", () => {
  const pages = ["", "page=2", "page=3"].map((query) => pageFor(query));
  expect(pages.flatMap(numbersOn)).toEqual(all);
  expect(pages.map((page) => numbersOn(page).length)).toEqual([correctionPageSize, correctionPageSize, 3]);
  expect(pages.map(({ page, total }) => [page, total])).toEqual([1, 2, 3].map((page) => [page, all.length]));
});

test("a page has only its own disciplines, and the table has all of them with their counts", () => {
  const page = pageFor("page=2");
  expect(page.shown.map(({ discipline }) => discipline)).toEqual(["Architectural", "Fire"]);
  expect(pageFor("").shown.map(({ discipline }) => discipline)).toEqual(["Architectural"]);
  expect(page.rows).toEqual([
    expect.objectContaining({ discipline: "Architectural", open: 60, added: 30, hasMore: true }),
    expect.objectContaining({ discipline: "Civil", open: 0, added: 0, hasMore: false }),
    expect.objectContaining({ discipline: "Fire", open: 30, added: 0, hasMore: true }),
  ]);
  expect(page.facts.at(-1)?.text).toBe("Corrections required: 90 open corrections in 2 disciplines");
});

test("nothing but what a page shows is in it", () => {
  expect(pageFor("")).toMatchObject({
    coverNote: "Please call first.",
    contact: "Counter",
    files: { reviewed: [], markedUp: [] },
  });
  expect(pageFor("page=3")).toMatchObject({ coverNote: null, contact: null, files: content.files });
  expect(pageFor("page=2")).not.toHaveProperty("disciplines");
  expect(pageFor("page=2")).not.toHaveProperty("applicant");
});

test("the resolved numbers are on one page, before the withdrawn corrections", () => {
  const resolvedOn = (letter: LetterContent) =>
    ["", "page=2", "page=3"].map((query) => pageFor(query, letter).shown.flatMap(({ resolved }) => resolved));
  expect(resolvedOn(content)).toEqual([[], [], ["A-70", "F-43"]]);
  const withdrawn = itemsOf("F", 50, 20).map(({ number }) => ({ number, remark: "" }));
  const manyWithdrawn = { ...fire, notes: [], withdrawn };
  expect(resolvedOn({ ...content, disciplines: [architectural, manyWithdrawn] })).toEqual([
    [],
    ["A-70", "F-43"],
    [],
  ]);
  const full = { ...empty, open: itemsOf("C", 1, correctionPageSize), resolved: ["C-70"] };
  expect(pageFor("", { ...content, disciplines: [full] }).shown[0]?.resolved).toEqual(["C-70"]);
});

test("a discipline is shown alone, with pages of its own", () => {
  const page = pageFor("discipline=Architectural&page=2");
  expect(page).toMatchObject({ filter: "Architectural", page: 2, total: 61, isLast: true });
  expect(page.shown.map(({ discipline }) => discipline)).toEqual(["Architectural"]);
  expect(numbersOn(page)).toEqual(itemsOf("A", 51, 11).map(({ number }) => number));
  expect(page.rows).toHaveLength(3);
});

test.each(["discipline=Plumbing", "discipline=Nothing", "page=0", "page=abc", "page=-2"])(
  "'%s' selects the first page of all",
  (query) => expect(pageFor(query)).toEqual(pageFor("")),
);

test("a page after the last one is the last one", () => {
  expect(pageFor("page=99")).toEqual(pageFor("page=3"));
});

test("to print, a letter or one discipline of it is on one page", () => {
  const page = pageFor("print&page=2");
  expect(numbersOn(page)).toEqual(all);
  expect(page).toMatchObject({
    isWhole: true,
    isFirst: true,
    isLast: true,
    coverNote: content.coverNote,
    files: content.files,
  });
  expect(numbersOn(pageFor("discipline=Architectural&print="))).toHaveLength(61);
});

test("a letter without items has one page", () => {
  const page = pageFor("", { ...content, disciplines: [empty] });
  expect(page).toMatchObject({ shown: [], page: 1, total: 0, isFirst: true, isLast: true });
});
