import { expect, test } from "vitest";
import type { LetterContent, LetterItem } from "~/models/letters/letter";
import { pageOfLetter } from "~/models/letters/letter-pages";
import { lettersPictures, placesOfItems } from "~/models/letters/letter-place";
import { makeItem, makeLetter, makeLetterDiscipline, makePlace } from "~/testing/letter-samples";
import { rendered, textOf } from "~/testing/rendered";
import { LetterDocument } from "~/ui/letters/letter-document";
import type { LetterActions } from "~/ui/letters/letter-item";

const item = (number: string, fields: Partial<LetterItem> = {}) =>
  makeItem({
    id: Number(number.replace(/\D/g, "")),
    number,
    sheet: null,
    code: null,
    text: `Text of ${number}.`,
    ...fields,
  });

const answered = item("F-3", {
  sheet: "A2.1",
  code: "CFC 907",
  answer: { on: "2026-11-20", sheet: "A6.1", text: "Added." },
  verdict: "not_resolved",
  remark: "the horns are missing.",
});

const content = makeLetter({
  contact: "Counter",
  codes: "2025 CBC.",
  coverNote: "Please call first.",
  disciplines: [
    makeLetterDiscipline({
      discipline: "Plumbing",
      effectiveDecision: "approved",
      effectiveFrom: "PC1",
    }),
    makeLetterDiscipline({
      reviewer: "Lee Tran",
      open: [answered, item("F-4", { verdict: "reopened", remark: "it is gone again." })],
      added: [item("F-9", { cycle: "PC2", newReason: "newly_shown" })],
      conditions: [item("F-5")],
      notes: [item("F-10", { cycle: "PC2" })],
      resolved: ["F-1", "F-2"],
      withdrawn: [{ number: "F-6", remark: "Not required." }],
    }),
  ],
  files: { reviewed: ["Plans.pdf", "Plans.pdf"], markedUp: ["Marked.pdf"] },
});

const many = makeLetter({
  disciplines: [
    makeLetterDiscipline({ open: Array.from({ length: 60 }, (_, index) => item(`F-${index + 1}`)) }),
  ],
});

test("an approval lists the plans of all cycles, with day and cycle", () => {
  const current = [{ name: "A-101.pdf", on: "2026-11-20", cycle: "PC2" } as const];
  const files = { reviewed: ["A-101.pdf"], markedUp: [], current };
  const text = textOf(documentOf(makeLetter({ kind: "approval", outcome: "approved", files })));
  expect(text).toContain("Files reviewed A-101.pdf · November 20, 2026 (PC2)");
});

type Options = Omit<Parameters<typeof LetterDocument>[0], "letter">;

function documentOf(letter: LetterContent, query = "", options: Options = {}): string {
  const page = pageOfLetter(letter, new URLSearchParams(query));
  return rendered(<LetterDocument letter={page} {...options} />, "/permits/7/letter");
}

/** Returns the text between two others. */
const between = (text: string, start: string, end: string) =>
  text.slice(text.indexOf(start), text.indexOf(end, text.indexOf(start)));

test("a letter has its parts in order", () => {
  const text = textOf(documentOf(content));
  expect(between(text, "City of", "What to do")).toBe(
    "City of Oakville Plan check by Urban37 for the City of Oakville Correction letter OAK-26-041-PC2 " +
      "Second plan check · issued Friday, December 4, 2026 Project Grand Avenue Mixed Use " +
      "Address 1200 Grand Avenue, Oakville Permit OAK-26-041 · city permit B26-0117 " +
      "Applicant Marisol Peña · marisol@studio-poplar.example Plans received November 20, 2026 (PC2) " +
      "Outcome Corrections required: 3 open corrections in 1 discipline ",
  );
  expect(text).toContain("in its portal. Please call first. Questions: Counter By discipline");
  expect(between(text, "By discipline", "Fire Reviewed")).toBe(
    "By discipline Discipline Decision Open New in PC2 Plumbing Approved (PC1) – – Fire Corrections required 3 1 ",
  );
  expect(between(text, "Fire Reviewed", "Numbers stay")).toBe(
    "Fire Reviewed by Lee Tran Still open from earlier plan checks " +
      "F-3 Correction Fire 3 Sheet A2.1 · CFC 907 · First written in PC1 Text of F-3. " +
      "Your answer of Nov 20, 2026: Added. (A6.1) Not resolved: the horns are missing. " +
      "F-4 Correction Fire 4 First written in PC1 Text of F-4. Open again: it is gone again. " +
      "New in the second plan check F-9 Correction Fire 9 Shown for the first time Text of F-9. " +
      "Conditions of approval F-5 Correction Fire 5 First written in PC1 Text of F-5. " +
      "Notes F-10 Correction Fire 10 Text of F-10. " +
      "Resolved in this plan check Fire: F-1, F-2. " +
      "Withdrawn in this plan check F-6 Correction Fire 6 Not required. " +
      "Files reviewed Plans.pdf Plans.pdf Marked-up plans Marked.pdf ",
  );
  expect(text.endsWith("Codes: 2025 CBC. Approval of plans does not permit a violation of any code.")).toBe(
    true,
  );
});

test("the letter of the first plan check has no lists within a discipline, and no column of new corrections", () => {
  const text = textOf(
    documentOf({
      ...content,
      cycle: "PC1",
      disciplines: [makeLetterDiscipline({ effectiveFrom: "PC1", added: [item("F-1")] })],
    }),
  );
  expect(text).toContain("Discipline Decision Open Fire Corrections required 1 Fire F-1");
  expect(text).not.toContain("New in");
});

test("an approval has nothing to do, and an empty letter no empty parts", () => {
  const approval = makeLetter({ kind: "approval", outcome: "approved" });
  const text = textOf(documentOf(approval));
  expect(text).toContain("Approval letter OAK-26-041-PC2");
  for (const heading of ["What to do now", "Conditions", "Notes", "Resolved", "Withdrawn", "Files", "Marked"])
    expect(text).not.toContain(heading);
});

const headingsOf = (html: string) => Array.from(html.matchAll(/<h(\d)/g), ([, level]) => Number(level));

test("the headings of a letter follow the heading of its page", () => {
  expect(headingsOf(documentOf(content))).toEqual([2, 3, 3, 3, 4, 4, 3, 3, 3, 3, 3, 3]);
});

test("the table has headings for its columns and rows", () => {
  const html = documentOf(content);
  expect(html.match(/<th scope="col"/g)).toHaveLength(4);
  expect(html.match(/<th scope="row"/g)).toHaveLength(2);
});

test("the logo is decorative, and without one there is no picture", () => {
  expect(documentOf(content)).not.toContain("<img");
  const logo = `${"a".repeat(64)}.webp`;
  expect(documentOf({ ...content, city: { name: "Oakville", logo } })).toContain(
    `<img src="/uploads/${logo}" alt=""`,
  );
});

test("a released letter has no actions, and is no draft", () => {
  const html = documentOf(content);
  expect(textOf(html)).not.toContain("Draft");
  expect(html).not.toContain("Edit");
  expect(html).not.toContain("Return to reviewer");
});

const linksIn = (html: string) =>
  Array.from(html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g), ([, href, label = ""]) => [
    textOf(label).replace(" :", ":"),
    href,
  ]);

test("a preview says that it is a draft, and has the addresses that it is given", () => {
  const actions: LetterActions = {
    editAddress: ({ id, number }, discipline) => (number === "F-3" ? null : `/edit/${discipline}/${id}`),
    returnPath: (discipline) => `return/${discipline}`,
  };
  const html = documentOf(content, "", { isDraft: true, actions });
  expect(textOf(html).startsWith("Draft City of Oakville")).toBe(true);
  expect(linksIn(html)).toEqual([
    ["Return to reviewer: Plumbing", "/permits/7/letter/return/Plumbing"],
    ["Fire", "/permits/7/letter?discipline=Fire#items"],
    ["Return to reviewer: Fire", "/permits/7/letter/return/Fire"],
    ["Edit Correction Fire 4", "/edit/Fire/4"],
    ["Edit Correction Fire 9", "/edit/Fire/9"],
    ["Edit Correction Fire 5", "/edit/Fire/5"],
    ["Edit Correction Fire 10", "/edit/Fire/10"],
  ]);
});

test("a long letter is in pages, and says which items it shows", () => {
  const html = documentOf(many);
  expect(textOf(html)).toContain("Items 1 to 50 of 60.");
  expect(textOf(html)).toContain("What to do now");
  expect(textOf(html)).not.toContain("Numbers stay");
  expect(html.match(/Correction Fire/g)).toHaveLength(50);
  const second = documentOf(many, "page=2");
  expect(textOf(second)).toContain("Items 51 to 60 of 60.");
  expect(textOf(second)).not.toContain("What to do now");
  expect(second.match(/Correction Fire/g)).toHaveLength(10);
  expect(linksIn(second)).toEqual([
    ["Fire", "/permits/7/letter?discipline=Fire#items"],
    ["All on one page", "/permits/7/letter?print=#items"],
    ["Previous", "/permits/7/letter#items"],
    ["1", "/permits/7/letter#items"],
    ["2", "/permits/7/letter?page=2#items"],
  ]);
});

test("the pages of one discipline keep to it, and lead back to all", () => {
  const html = documentOf(many, "discipline=Fire&page=2");
  expect(textOf(html)).toContain("Only Fire is shown.");
  expect(html).toMatch(/<a [^>]*aria-current="true"[^>]*>Fire</);
  expect(linksIn(html)).toEqual(
    expect.arrayContaining([
      ["All disciplines", "/permits/7/letter#items"],
      ["All on one page", "/permits/7/letter?discipline=Fire&amp;print=#items"],
      ["Previous", "/permits/7/letter?discipline=Fire#items"],
    ]),
  );
});

test("on one page a letter has all of its items and no pager", () => {
  const html = documentOf(many, "print");
  expect(html.match(/Correction Fire/g)).toHaveLength(60);
  expect(html).not.toContain("<nav");
  expect(linksIn(html)).toContainEqual(["50 on a page", "/permits/7/letter#items"]);
});

test("a correction has links to its places, with its number for those who hear them, and the picture of a released letter", () => {
  const cutOut = "c".repeat(64);
  const places = [makePlace({ cutOut }), makePlace({ sheetId: 22, name: "S2.1", points: [[0.99, 0.99]] })];
  const placed = { ...answered, places };
  const letter = makeLetter({ disciplines: [makeLetterDiscipline({ open: [placed, item("F-4")] })] });
  const htmlOf = (letterId?: number) =>
    documentOf(letter, "", {
      places: placesOfItems(
        [placed],
        "/oakvilles/permits/7",
        letterId ? lettersPictures(letterId) : undefined,
      ),
    });
  const html = htmlOf(5);
  expect(textOf(html)).toContain("Marked on A-101 D3 , Correction Fire 3 · S2.1 H12 , Correction Fire 3");
  expect(html).toContain('href="/oakvilles/permits/7/sheets/21?z=4&amp;x=0.2&amp;y=0.4&amp;correction=3"');
  expect(html.match(/<img[^>]*letter-pictures[^>]*>/g)).toEqual([
    expect.stringMatching(
      /src="\/letter-pictures\/5\/c{64}" alt="Drawing A-101 at D3" width="600" height="400"/,
    ),
  ]);
  expect(htmlOf()).not.toContain("letter-pictures");
});
