import { expect, test } from "vitest";
import { numberFromBookmark, numberFromLabel, readTitleBlock, type Word } from "./title-block";

const page = { width: 1224, height: 792 };

/** Words from a point on, as a font of this size has them. */
function write(text: string, x: number, y: number, size = 10): Word[] {
  let left = x;
  return text.split(" ").map((part) => {
    const word: Word = {
      text: part,
      x: left,
      y,
      width: part.length * size * 0.55,
      height: size * 1.15,
      angle: 0,
    };
    left += word.width + size * 0.28;
    return word;
  });
}

const read = (...words: Word[][]) => readTitleBlock({ ...page, words: words.flat() });
const numberOf = (...words: Word[][]) => read(...words)?.number ?? null;
const titleOf = (...words: Word[][]) => read(...words)?.title ?? null;

const number = write("A-101", 1100, 740, 24);

test("a page without words, and one without a title block, has no number", () => {
  expect(read()).toBeNull();
  expect(read(write("The wall type W1 is shown at door D12.", 100, 100))).toBeNull();
});

test.each(["SHEET", "SHEET NO.", "Sheet Number:", "DRAWING NO", "DWG", "DWG. NO.", "SHT #"])(
  "a small number is found below the label %s",
  (label) => {
    expect(numberOf(write(label, 1100, 730, 6), write("A-101", 1100, 742, 9))).toBe("A-101");
  },
);

test.each(["SHEET", "SHEET NO.:", "DWG. NO."])("a small number is found right of the label %s", (label) => {
  expect(numberOf(write(`${label} S2.1`, 1080, 750, 9))).toBe("S2.1");
});

test.each(["REV.", "PROJECT NO.", "DATE", "SHEET SIZE", "FORMAT", "Permit Number"])(
  "the value of the label %s is no sheet number",
  (label) => {
    expect(numberOf(write(label, 1150, 730, 8), write("A1", 1150, 742, 20))).toBeNull();
  },
);

test("the large number at the corner wins over a larger text in the drawing", () => {
  expect(numberOf(number, write("B2", 500, 300, 40), write("W1", 300, 500, 30))).toBe("A-101");
});

test.each([
  ["A detail reference", "3/A-501"],
  ["A sentence that refers to a sheet", "SEE SHEET A-501"],
  ["A revision", "REV A1"],
  ["A date", "12-03-24"],
  ["A project number", "P-240171"],
  ["The size of the paper", "1:100 @ A1"],
  ["A scale", '1/8"=1\'-0"'],
])("%s at the corner is no sheet number: %s", (_, text) => {
  expect(numberOf(write(text, 1050, 750, 12))).toBeNull();
});

test("a text that occurs many times is a tag, however near to the corner", () => {
  const tags = Array.from({ length: 12 }, (_, index) =>
    write(`W${index}`, 1000 + index * 15, 700 + index * 7, 12),
  );
  expect(numberOf(...tags)).toBeNull();
});

test("the rows of an index of sheets are not the sheet's number", () => {
  const rows = Array.from({ length: 20 }, (_, index) =>
    write(`A-${201 + index} PLAN`, 900, 200 + index * 20, 14),
  );
  expect(numberOf(...rows, number)).toBe("A-101");
});

test.each([
  ["A - 101", 6],
  ["A –101", 6],
  ["A 101", 1],
])("a number may be split into words: %s", (text, gap) => {
  let x = 1080;
  const words = text.split(" ").map((part): Word => {
    const word: Word = { text: part, x, y: 740, width: part.length * 13, height: 28, angle: 0 };
    x += word.width + gap;
    return word;
  });
  expect(numberOf(words)).toMatch(/^A-?101$/);
});

test("a scan's letters O and I are read as digits", () => {
  expect(numberOf(write("SHEET NO.", 1100, 730, 6), write("A-1OI", 1100, 742, 20))).toBe("A-101");
});

test("text that a program wrote twice for bold counts once", () => {
  expect(numberOf(number, number)).toBe("A-101");
});

test.each(["SHEET TITLE", "TITLE", "Drawing Title:", "SHEET NAME"])(
  "the title is below the label %s",
  (label) => {
    expect(titleOf(number, write(label, 1000, 600, 6), write("FIRST FLOOR PLAN", 1000, 610, 12))).toBe(
      "FIRST FLOOR PLAN",
    );
  },
);

test("a title of several lines is joined by spaces", () => {
  const lines = ["ROOF FRAMING", "PLAN AND", "DETAILS"].map((text, index) =>
    write(text, 1050, 640 + index * 16, 12),
  );
  expect(titleOf(number, ...lines)).toBe("ROOF FRAMING PLAN AND DETAILS");
});

test("a title ends before another text of the title block", () => {
  expect(
    titleOf(
      number,
      write("TITLE", 1000, 600, 8),
      write("ROOF PLAN", 1000, 612, 10),
      write("DATE", 1000, 624, 10),
      write("KELLER ENGINEERING INC", 1000, 636, 10),
    ),
  ).toBe("ROOF PLAN");
});

test.each([
  "KELLER ENGINEERING INC",
  "OAK STREET RESIDENCE",
  "44 OAK STREET",
  "OAKVILLE, CA 94105",
  "(415) 555-0134",
  "info@keller.example",
  "NOT FOR CONSTRUCTION",
  "03/12/2024",
])("%s beside the number is no title", (text) => {
  expect(titleOf(number, write(text, 1000, 715, 14))).toBeNull();
});

test("without a label the title may have none of the usual words if it is near and large", () => {
  expect(titleOf(number, write("TRELLIS", 1100, 715, 14))).toBe("TRELLIS");
});

test("a title is cut at 100 characters", () => {
  const words = write("SHEET TITLE", 200, 600, 6).concat(write("FLOOR PLAN ".repeat(20).trim(), 200, 610, 8));
  expect(titleOf(number, words)?.length).toBeLessThanOrEqual(100);
});

test.each([
  ["A-101", "A-101", null],
  ["a-101", "A-101", null],
  ["A-101 FLOOR PLAN", "A-101", "FLOOR PLAN"],
  ["Sheet A-101", "A-101", null],
])("a page's label %j is sheet %s", (label, expected, title) => {
  expect(numberFromLabel(label)).toEqual({ number: expected, title });
});

test.each([
  ["A-101 First floor plan", "A-101", "First floor plan"],
  ["A-101 - FIRST FLOOR PLAN", "A-101", "FIRST FLOOR PLAN"],
  ["A-101 – Plan", "A-101", "Plan"],
  ["A101_First Floor", "A101", "First Floor"],
  ["01 A-101 Plan", "A-101", "Plan"],
  ["3. S2.1: Framing", "S2.1", "Framing"],
  ["Sheet: A101 - Site Plan", "A101", "Site Plan"],
  ["Sheet - A101 - Site Plan", "A101", "Site Plan"],
  ["[A-101] Site Plan", "A-101", "Site Plan"],
  ["A - 101 Site Plan", "A-101", "Site Plan"],
  ["A\u2011101 Site Plan", "A-101", "Site Plan"],
  ["A-101 Site Plan.pdf", "A-101", "Site Plan"],
  ["Oak House - A-101 - Site Plan", "A-101", "Site Plan"],
  ["Site Plan (A-101)", "A-101", "Site Plan"],
  ["Site Plan - A-101", "A-101", "Site Plan"],
  ["A-101", "A-101", null],
])("the bookmark %j is sheet %s, %s", (bookmark, expected, title) => {
  expect(numberFromBookmark(bookmark)).toEqual({ number: expected, title });
});

test.each([
  "",
  "Cover",
  "Page 1",
  "iv",
  "12",
  "Architectural",
  "Section 3.2",
  "3/A-501",
  "2024-01-05 Plans",
  "Rev1",
])("the bookmark %j has no number", (bookmark) => {
  expect(numberFromBookmark(bookmark)).toBeNull();
});
