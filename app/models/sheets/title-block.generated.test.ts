import { expect, test } from "vitest";
import { sheetNumberKey } from "./sheet-number";
import { readTitleBlock, type Word } from "./title-block";

type Sheet = { number: string; title: string; project: string; firm: string };
type Paper = { width: number; height: number };
type Angle = Word["angle"];

/** The same numbers at each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** The width of a letter, a space and the height of a word's box, as parts of the size. */
type Font = { letter: number; space: number; box: number };

const fonts: Font[] = [
  { letter: 0.55, space: 0.28, box: 1.15 },
  { letter: 0.45, space: 0.22, box: 1 },
  { letter: 0.62, space: 0.35, box: 1.3 },
  { letter: 0.5, space: 0.5, box: 1.2 },
  { letter: 0.6, space: 0.6, box: 1.1 },
];

class Pen {
  readonly words: Word[] = [];
  readonly random: () => number;
  readonly paper: Paper;

  readonly font: Font;

  constructor(paper: Paper, seed: number, font: Font) {
    this.paper = paper;
    this.random = randomFrom(seed);
    this.font = font;
  }

  get right() {
    return this.paper.width;
  }

  get bottom() {
    return this.paper.height;
  }

  /** Writes a text to the right of a point at its top, or upwards from a point left of it. */
  write(text: string, x: number, y: number, size: number, angle: 0 | 270 = 0) {
    const height = size * this.font.box;
    let along = 0;
    for (const part of text.split(" ")) {
      const length = part.length * size * this.font.letter;
      this.words.push(
        angle === 270
          ? { text: part, x, y: y - along - length, width: height, height: length, angle }
          : { text: part, x: x + along, y, width: length, height, angle },
      );
      along += length + size * this.font.space;
    }
  }

  lines(texts: string[], x: number, y: number, size: number) {
    for (const [index, text] of texts.entries()) this.write(text, x, y + index * size * 1.3, size);
  }

  somewhere(part = 0.8): [number, number] {
    return [40 + this.random() * this.right * part, 40 + this.random() * this.bottom * part];
  }

  pick<T>(values: T[]): T {
    return values[Math.floor(this.random() * values.length)] as T;
  }
}

/** Turns a whole page clockwise, as a scanner does. */
function turnedPage(paper: Paper, words: Word[], angle: Angle): { paper: Paper; words: Word[] } {
  if (angle === 0) return { paper, words };
  const turned = turnedPage(paper, words, (angle - 90) as Angle);
  const { height } = turned.paper;
  return {
    paper: { width: height, height: turned.paper.width },
    words: turned.words.map((word) => ({
      ...word,
      x: height - word.y - word.height,
      y: word.x,
      width: word.height,
      height: word.width,
      angle: ((word.angle + 90) % 360) as Angle,
    })),
  };
}

const archD = { width: 2592, height: 1728 };
const archE = { width: 3456, height: 2592 };
const metricA1 = { width: 2384, height: 1684 };
const letter = { width: 792, height: 612 };
const tabloid = { width: 1224, height: 792 };

/** A floor plan: bubbles, rooms, doors, dimensions, references. */
function plan(pen: Pen, size = 9) {
  for (const [index, name] of [..."ABCDEFGH"].entries()) {
    pen.write(name, 200 + index * 150, 90, size * 2);
    pen.write(String(index + 1), 60, 200 + index * 120, size * 2);
  }
  for (let index = 0; index < 25; index++) {
    pen.write(pen.pick(["OFFICE", "LOBBY", "STAIR 2", "TOILET", "STORAGE"]), ...pen.somewhere(0.75), size);
    pen.write(String(101 + index), ...pen.somewhere(0.75), size);
    pen.write(`D${10 + index}`, ...pen.somewhere(0.75), size);
    pen.write(pen.pick(["W1", "W2", "W3A", "P1"]), ...pen.somewhere(0.75), size);
    pen.write(`${1 + (index % 9)}/${pen.pick(["A-501", "A-502", "S-301"])}`, ...pen.somewhere(0.75), size);
    pen.write(`${10 + index}'-6"`, ...pen.somewhere(0.75), size);
  }
  notes(pen, size);
}

function notes(pen: Pen, size: number) {
  const texts = [
    "1. SEE SHEET A-501 FOR TYPICAL WALL SECTIONS.",
    "2. REFER TO S-301 FOR FRAMING DETAILS.",
    "3. PROVIDE R19 INSULATION IN ALL EXTERIOR WALLS.",
    "4. DOOR TYPE D12 TO BE RATED.",
    "GENERAL NOTES",
  ];
  pen.lines(texts, pen.right * 0.62, pen.bottom * 0.12, size);
}

type Style = { paper: Paper; turn?: Angle; draw: (pen: Pen, sheet: Sheet) => void };

const half = (title: string): string[] => {
  const words = title.split(" ");
  if (words.length < 3) return [title];
  const middle = Math.ceil(words.length / 2);
  return [words.slice(0, middle).join(" "), words.slice(middle).join(" ")];
};

function rightStrip(pen: Pen, { firm, project }: Sheet) {
  const x = pen.right - 250;
  pen.lines([firm, "120 MAIN STREET, SUITE 200", "OAKVILLE, CA 94105", "(415) 555-0134"], x, 80, 11);
  pen.lines(["CONSULTANT", "HALE STRUCTURAL ENGINEERS"], x, 300, 10);
  pen.lines([project, "44 OAK STREET, OAKVILLE"], x, 700, 14);
  pen.lines(["ISSUE DATE", "PERMIT SET 03/12/2024", "PLAN CHECK 05/20/2024"], x, 900, 9);
  pen.lines(["PROJECT NO. 24017", "DRAWN BY: JS", "CHECKED BY: MK", 'SCALE: 1/8" = 1\'-0"'], x, 1100, 9);
}

const styles: Record<string, Style> = {
  "right strip with labels": {
    paper: archD,
    draw(pen, sheet) {
      plan(pen);
      rightStrip(pen, sheet);
      pen.write("SHEET TITLE", pen.right - 250, 1350, 8);
      pen.lines(half(sheet.title), pen.right - 240, 1365, 18);
      pen.write("SHEET NO.", pen.right - 250, 1560, 8);
      pen.write(sheet.number, pen.right - 220, 1590, 54);
    },
  },
  "bottom strip with columns": {
    paper: metricA1,
    draw(pen, sheet) {
      plan(pen, 8);
      const y = pen.bottom - 110;
      pen.lines(["REV", "A1", "B1"], 900, y, 9);
      pen.lines(["ARCHITECT", sheet.firm], 1000, y, 10);
      pen.lines(["PROJECT", sheet.project], 1400, y, 12);
      pen.lines(["DRAWING TITLE", sheet.title], 1750, y, 12);
      pen.lines(["SCALE", "1:100 @ A1"], 1750, y + 60, 9);
      pen.write("DWG. NO.", 2200, y, 9);
      pen.write(sheet.number, 2200, y + 20, 28);
    },
  },
  "corner box, number above title": {
    paper: archD,
    draw(pen, sheet) {
      plan(pen);
      pen.lines([sheet.firm, "ARCHITECTS + PLANNERS"], pen.right - 330, pen.bottom - 330, 12);
      pen.write(sheet.number, pen.right - 320, pen.bottom - 220, 44);
      pen.lines(half(sheet.title), pen.right - 320, pen.bottom - 150, 20);
    },
  },
  "corner box, title above number": {
    paper: archD,
    draw(pen, sheet) {
      plan(pen);
      pen.write(sheet.project, pen.right - 330, pen.bottom - 400, 14);
      pen.lines(half(sheet.title), pen.right - 320, pen.bottom - 250, 20);
      pen.write(sheet.number, pen.right - 250, pen.bottom - 130, 48);
    },
  },
  "strip turned upwards": {
    paper: archD,
    draw(pen, sheet) {
      plan(pen);
      pen.write(sheet.firm, pen.right - 220, pen.bottom - 1200, 16, 270);
      pen.write(sheet.project, pen.right - 180, pen.bottom - 700, 16, 270);
      pen.write("SHEET TITLE", pen.right - 140, pen.bottom - 400, 8, 270);
      pen.write(sheet.title, pen.right - 125, pen.bottom - 400, 16, 270);
      pen.write("SHEET NUMBER", pen.right - 90, pen.bottom - 60, 8, 270);
      pen.write(sheet.number, pen.right - 75, pen.bottom - 60, 40, 270);
    },
  },
  "page turned clockwise": { paper: archD, turn: 90, draw: labelledCorner },
  "page turned anticlockwise": { paper: archD, turn: 270, draw: labelledCorner },
  "page upside down": { paper: metricA1, turn: 180, draw: labelledCorner },
  "small number in a line with its label": {
    paper: letter,
    draw(pen, sheet) {
      plan(pen, 6);
      pen.lines(
        [sheet.project, `TITLE: ${sheet.title}`, "DATE: 04/02/2024", `SHEET NO.: ${sheet.number}`],
        pen.right - 260,
        pen.bottom - 90,
        8,
      );
    },
  },
  "big number, title turned": {
    paper: archD,
    draw(pen, sheet) {
      plan(pen);
      pen.write(sheet.firm, pen.right - 160, 700, 20, 270);
      pen.write(sheet.title, pen.right - 150, pen.bottom - 260, 24, 270);
      pen.write(sheet.number, pen.right - 200, pen.bottom - 150, 50);
    },
  },
  "number in three words": {
    paper: archD,
    draw(pen, sheet) {
      plan(pen);
      rightStrip(pen, sheet);
      pen.lines(["DRAWING TITLE", sheet.title], pen.right - 250, 1400, 12);
      pen.write("DRAWING NO", pen.right - 250, 1560, 8);
      pen.write(sheet.number.replace(/([A-Z]+)-?(\d.*)/, "$1 - $2"), pen.right - 240, 1580, 36);
    },
  },
  "number in two touching words": {
    paper: tabloid,
    draw(pen, sheet) {
      plan(pen, 6);
      pen.write("SHEET", pen.right - 130, pen.bottom - 80, 7);
      const cut = sheet.number.length - 1;
      pen.write(sheet.number.slice(0, cut), pen.right - 125, pen.bottom - 66, 26);
      pen.write(sheet.number.slice(cut), pen.right - 125 + cut * 26 * pen.font.letter, pen.bottom - 66, 26);
      pen.lines(half(sheet.title), pen.right - 130, pen.bottom - 140, 11);
    },
  },
  "scan with noise": {
    paper: archD,
    draw(pen, sheet) {
      plan(pen);
      rightStrip(pen, sheet);
      pen.write("SHEET TITLE:", pen.right - 250, 1350, 9);
      pen.write(sheet.title, pen.right - 245, 1372, 15);
      pen.write("SHEET NO", pen.right - 250, 1560, 9);
      pen.write(sheet.number.replace(/(-\d)0/, "$1O"), pen.right - 220, 1590, 40);
      for (let index = 0; index < 80; index++) {
        pen.write(pen.pick(["l|", "~", "_-", "I1", "'", "0o", "E3", "::"]), ...pen.somewhere(0.95), 7);
      }
      for (const word of pen.words) {
        word.x += pen.random() * 2 - 1;
        word.y += pen.random() * 2 - 1;
        word.height *= 0.95 + pen.random() * 0.1;
      }
    },
  },
  "top right": {
    paper: metricA1,
    draw(pen, sheet) {
      plan(pen);
      pen.write("SHEET", pen.right - 170, 40, 9);
      pen.write(sheet.number, pen.right - 165, 55, 24);
      pen.lines(half(sheet.title), pen.right - 400, 50, 16);
      pen.write(sheet.firm, 200, pen.bottom - 60, 14);
    },
  },
  "sheet of sheets": {
    paper: tabloid,
    draw(pen, sheet) {
      plan(pen, 6);
      pen.lines([sheet.project, "44 OAK STREET"], pen.right - 320, pen.bottom - 140, 9);
      pen.write(sheet.title, pen.right - 320, pen.bottom - 90, 14);
      pen.write(`SHEET ${sheet.number} OF 24`, pen.right - 200, pen.bottom - 50, 11);
    },
  },
  "cover with an index of sheets": {
    paper: archD,
    draw(pen, sheet) {
      const names = ["SITE PLAN", "FLOOR PLAN", "ROOF PLAN", "ELEVATIONS", "SECTIONS", "DETAILS"];
      for (let index = 0; index < 30; index++) {
        const number = index === 0 ? sheet.number : `${pen.pick(["A", "S", "M"])}-${101 + index}`;
        pen.write(number, pen.right - 800, 300 + index * 22, 14);
        pen.write(pen.pick(names), pen.right - 700, 300 + index * 22, 14);
      }
      pen.write("SHEET INDEX", pen.right - 800, 260, 24);
      pen.write(sheet.project, 600, 300, 60);
      rightStrip(pen, sheet);
      pen.write(sheet.title, pen.right - 245, 1420, 18);
      pen.write(sheet.number, pen.right - 220, 1590, 40);
    },
  },
  "details that refer to their own sheet": {
    paper: archD,
    draw(pen, sheet) {
      for (let index = 0; index < 40; index++) {
        pen.write(sheet.number, ...pen.somewhere(0.8), 10);
        pen.write(`${index}/${sheet.number}`, ...pen.somewhere(0.8), 10);
        pen.write("TYPICAL DETAIL", ...pen.somewhere(0.8), 12);
      }
      labelledBlock(pen, sheet);
    },
  },
  "labels below their values": {
    paper: archD,
    draw(pen, sheet) {
      plan(pen);
      pen.write(sheet.project, pen.right - 420, pen.bottom - 300, 16);
      pen.write("PROJECT NAME", pen.right - 420, pen.bottom - 278, 7);
      pen.write(sheet.title, pen.right - 420, pen.bottom - 200, 16);
      pen.write("SHEET TITLE", pen.right - 420, pen.bottom - 178, 7);
      pen.write(sheet.number, pen.right - 420, pen.bottom - 120, 32);
      pen.write("SHEET NUMBER", pen.right - 420, pen.bottom - 80, 7);
    },
  },
  "labels left of their values": {
    paper: metricA1,
    draw(pen, sheet) {
      plan(pen, 8);
      const rows: [string, string][] = [
        ["CLIENT:", "CITY OF OAKVILLE"],
        ["PROJECT:", sheet.project],
        ["DRAWING TITLE:", sheet.title],
        ["PROJECT NO.:", "P-4021"],
        ["DRAWING NO.:", sheet.number],
        ["REV:", "C2"],
      ];
      for (const [index, [label, value]] of rows.entries()) {
        pen.write(label, pen.right - 460, pen.bottom - 200 + index * 26, 10);
        pen.write(value, pen.right - 330, pen.bottom - 200 + index * 26, 10);
      }
    },
  },
  "equipment with tags like numbers": {
    paper: archE,
    draw(pen, sheet) {
      plan(pen, 12);
      for (let index = 0; index < 60; index++) {
        pen.write(
          `${pen.pick(["EF", "P", "AH", "CU", "WH"])}-${1 + (index % 12)}`,
          ...pen.somewhere(0.9),
          18,
        );
      }
      labelledBlock(pen, sheet);
    },
  },
  "rows of a default title block": {
    paper: tabloid,
    draw(pen, sheet) {
      plan(pen, 6);
      const x = pen.right - 180;
      pen.lines([sheet.firm, "Owner", sheet.project], x, pen.bottom - 330, 10);
      pen.lines(half(sheet.title), x, pen.bottom - 240, 16);
      for (const [index, [label, value]] of [
        ["Project number", "2024-017"],
        ["Date", "04/02/24"],
        ["Drawn by", "Author"],
        ["Checked by", "Checker"],
      ].entries()) {
        pen.write(label ?? "", x, pen.bottom - 180 + index * 14, 7);
        pen.write(value ?? "", x + 90, pen.bottom - 180 + index * 14, 7);
      }
      pen.write(sheet.number, x + 20, pen.bottom - 110, 34);
      pen.write("Scale", x, pen.bottom - 50, 7);
      pen.write('1/8" = 1\'-0"', x + 90, pen.bottom - 50, 7);
    },
  },
  "revision beside the number": {
    paper: archE,
    draw(pen, sheet) {
      plan(pen, 12);
      const y = pen.bottom - 120;
      pen.write("TITLE", pen.right - 900, y, 9);
      pen.lines(half(sheet.title), pen.right - 890, y + 14, 22);
      pen.lines(["JOB NO.", "24017-S1"], pen.right - 480, y, 12);
      pen.write("SHEET NO.", pen.right - 320, y, 9);
      pen.write(sheet.number, pen.right - 310, y + 20, 36);
      pen.write("REV.", pen.right - 110, y, 9);
      pen.write("A1", pen.right - 100, y + 20, 36);
    },
  },
  "number and title in one line": {
    paper: metricA1,
    draw(pen, sheet) {
      plan(pen, 8);
      pen.lines([sheet.firm, sheet.project], pen.right - 600, pen.bottom - 160, 13);
      pen.write(`${sheet.number} – ${sheet.title}`, pen.right - 600, pen.bottom - 80, 20);
    },
  },
  "project larger than the title": {
    paper: archD,
    draw(pen, sheet) {
      plan(pen);
      const y = pen.bottom - 90;
      pen.write(sheet.firm, 300, y, 30);
      pen.write(sheet.project, 1100, y, 30);
      pen.write(sheet.title, 1800, y + 8, 16);
      pen.write(sheet.number, pen.right - 240, y, 44);
    },
  },
};

function labelledBlock(pen: Pen, sheet: Sheet) {
  pen.lines([sheet.firm, "ENGINEERS"], pen.right - 300, pen.bottom - 420, 12);
  pen.lines(["PROJECT:", sheet.project], pen.right - 300, pen.bottom - 330, 10);
  pen.write("SHEET TITLE:", pen.right - 300, pen.bottom - 240, 8);
  pen.lines(half(sheet.title), pen.right - 295, pen.bottom - 225, 16);
  pen.write("SHEET NUMBER:", pen.right - 300, pen.bottom - 130, 8);
  pen.write(sheet.number, pen.right - 280, pen.bottom - 110, 32);
}

function labelledCorner(pen: Pen, sheet: Sheet) {
  plan(pen);
  labelledBlock(pen, sheet);
}

const numbers = [
  "A-101",
  "A201",
  "S2.1",
  "A-3.02",
  "FP-101",
  "M1.01",
  "E-001",
  "C-10",
  "L1.0",
  "A-101A",
  "P-201",
];
const titles = [
  "FIRST FLOOR PLAN",
  "EXTERIOR ELEVATIONS",
  "ROOF FRAMING PLAN AND DETAILS",
  "GENERAL NOTES",
  "Reflected Ceiling Plan - Level 2",
  "GRADING AND DRAINAGE PLAN",
  "WALL SECTIONS",
];
const projects = ["OAK STREET RESIDENCE", "RIVERSIDE ELEMENTARY SCHOOL", "MAPLE COURT APARTMENTS"];
const firms = ["NORTH ARCHITECTS", "BRIGHT & LANE ARCHITECTURE", "KELLER ENGINEERING INC"];

const of = (values: string[], index: number): string => values[index % values.length] ?? "";

const pages = Object.entries(styles).flatMap(([style, { paper, turn = 0, draw }], place) =>
  fonts.map((font, round) => {
    const index = place + round * 3;
    const sheet = {
      number: of(numbers, index),
      title: of(titles, index),
      project: of(projects, index),
      firm: of(firms, index),
    };
    const pen = new Pen(paper, index + 1, font);
    draw(pen, sheet);
    const page = turnedPage(paper, pen.words, turn);
    return { style, sheet, page: { ...page.paper, words: page.words } };
  }),
);

type Result = { shown: string; isNumberRight: boolean; isTitleRight: boolean };

const results: Result[] = pages.map(({ style, sheet, page }) => {
  const read = readTitleBlock(page);
  return {
    shown: `${style}: ${sheet.number} ${sheet.title} is read as ${read?.number} ${read?.title}`,
    isNumberRight: read !== null && sheetNumberKey(read.number) === sheetNumberKey(sheet.number),
    isTitleRight: read?.title === sheet.title,
  };
});

const leastRight = 0.9;

function expectRight(isRight: (result: Result) => boolean) {
  const wrong = results.filter((result) => !isRight(result)).map(({ shown }) => shown);
  expect(1 - wrong.length / results.length, wrong.join("\n")).toBeGreaterThanOrEqual(leastRight);
}

const count = (isRight: (result: Result) => boolean): string =>
  `${results.filter(isRight).length} of ${results.length} generated sheets in ${Object.keys(styles).length} styles`;

const isNumberRight = (result: Result) => result.isNumberRight;
const isAllRight = (result: Result) => result.isNumberRight && result.isTitleRight;

test(`the number is right on ${count(isNumberRight)}`, () => expectRight(isNumberRight));

test(`number and title are right on ${count(isAllRight)}`, () => expectRight(isAllRight));
