import { heavy, medium, type Pen, range, thin } from "./drawing-pen";
import { deltaMark } from "./sheet-annotations";

export const sheetSize = { width: 2592, height: 1728 };

export type Issue = { delta?: number; date: string; words: string };
export type FrameWords = {
  project: string;
  address: string;
  number: string;
  title: string;
  scale: string;
  issues: readonly Issue[];
  /** The last date on the sheet. */
  date: string;
};

const block = { left: 2290, right: 2556, top: 36, bottom: 1692 };
const middle = (block.left + block.right) / 2;
const width = block.right - block.left;

type Firm = { name: string; kind: string; address: string; license: string };

const architect: Firm = {
  name: "NORTHLINE ARCHITECTS",
  kind: "ARCHITECTURE + PLANNING",
  address: "210 Ferry Street, Studio 4, Oakland, CA 94607",
  license: "C-31415",
};
const structuralEngineer: Firm = {
  name: "BAKER STRUCTURAL",
  kind: "STRUCTURAL ENGINEERS",
  address: "88 Canal Street, Suite 300, Sacramento, CA 95814",
  license: "S-4621",
};
const systemsEngineer: Firm = {
  name: "HARLAN ENGINEERING",
  kind: "MECHANICAL, ELECTRICAL, PLUMBING",
  address: "1500 Mission Street, Floor 2, San Jose, CA 95110",
  license: "M-27182",
};
const firms: Record<string, Firm> = { A: architect, S: structuralEngineer };

/** Draws the border and, at the right edge, the title block. */
export function drawFrame(pen: Pen, words: FrameWords): void {
  drawBorder(pen);
  const firm = firms[words.number.charAt(0)] ?? systemsEngineer;
  drawFirm(pen, firm);
  drawStamps(pen, firm);
  drawIssues(pen, words.issues);
  drawProject(pen, words);
  drawSheetNumber(pen, words);
}

function drawBorder(pen: Pen): void {
  const { left, right, top, bottom } = { left: 46, right: block.right, top: block.top, bottom: block.bottom };
  pen.box(20, 20, sheetSize.width - 40, sheetSize.height - 40, { weight: 0.4, gray: 0.5 });
  pen.box(left, top, right - left, bottom - top, { weight: 3.2, gray: 0 });
  pen.line(block.left, top, block.left, bottom, heavy);
  const zone = (block.left - left) / 8;
  for (const index of range(0, 7)) {
    const words = String(8 - index);
    for (const y of [31, sheetSize.height - 26]) {
      pen.text(left + (index + 0.5) * zone, y, words, { size: 9, align: "center", gray: 0.4 });
    }
    if (index > 0)
      pen.lines([
        [
          [left + index * zone, 20],
          [left + index * zone, top],
        ],
        [
          [left + index * zone, bottom],
          [left + index * zone, sheetSize.height - 20],
        ],
      ]);
  }
  for (const index of range(0, 5)) {
    const y = top + ((index + 0.5) * (bottom - top)) / 6;
    pen.text(33, y, "FEDCBA".charAt(index), { size: 9, align: "center", gray: 0.4 });
    if (index > 0) pen.line(20, y - (bottom - top) / 12, left, y - (bottom - top) / 12);
  }
}

function drawFirm(pen: Pen, { name, kind, address }: Firm): void {
  const top = block.top + 18;
  pen.polygon(
    [
      [middle, top],
      [middle - 42, top + 66],
      [middle + 42, top + 66],
    ],
    { weight: 3, gray: 0 },
  );
  pen.polygon(
    [
      [middle, top + 24],
      [middle - 26, top + 66],
      [middle + 26, top + 66],
    ],
    { ...thin, fill: 0 },
  );
  pen.text(middle, top + 94, name, { size: 19, isBold: true, align: "center" });
  pen.text(middle, top + 110, kind, { size: 9, align: "center", gray: 0.35 });
  pen.text(middle, top + 124, address, { size: 7.5, align: "center", gray: 0.35 });
  rule(pen, top + 138);
}

function drawStamps(pen: Pen, { name, license }: Firm): void {
  label(pen, 208, "CONSULTANT'S SEAL");
  const y = 312;
  pen.circle(middle, y, 82, { weight: 2, gray: 0.25 });
  pen.circle(middle, y, 76, { weight: 0.6, gray: 0.25 });
  pen.circle(middle, y, 52, { weight: 0.8, gray: 0.25 });
  const ring = "LICENSED PROFESSIONAL  *  STATE OF CALIFORNIA  *";
  for (const [index, letter] of [...ring].entries()) {
    const angle = (index / ring.length) * 2 * Math.PI - Math.PI;
    const at = { x: middle + 60 * Math.sin(angle), y: y - 60 * Math.cos(angle) };
    pen.text(at.x, at.y, letter, { size: 9, align: "center", gray: 0.25, turn: (-angle * 180) / Math.PI });
  }
  pen.text(middle, y - 12, name.split(" ")[0] ?? "", { size: 11, isBold: true, align: "center", gray: 0.25 });
  pen.text(middle, y + 6, `No. ${license}`, { size: 12, align: "center", gray: 0.25 });
  pen.text(middle, y + 22, "Exp. 12-31-29", { size: 8, align: "center", gray: 0.25 });
  rule(pen, 412);
  label(pen, 424, "AGENCY APPROVAL");
  rule(pen, 660);
}

function drawIssues(pen: Pen, issues: readonly Issue[]): void {
  label(pen, 672, "ISSUES AND REVISIONS");
  const top = 682;
  const rowHeight = 26;
  const rows = 9;
  pen.lines(
    range(0, rows).map((row) => [
      [block.left, top + row * rowHeight],
      [block.right, top + row * rowHeight],
    ]),
    thin,
  );
  for (const x of [block.left + 38, block.right - 78]) pen.line(x, top, x, top + rows * rowHeight);
  for (const [index, { delta, date, words }] of issues.entries()) {
    const y = top + (index + 0.5) * rowHeight;
    if (delta) deltaMark(pen, block.left + 19, y + 2, delta);
    pen.text(block.left + 46, y + 4, words.toUpperCase(), { size: 9 });
    pen.text(block.right - 70, y + 4, date, { size: 10 });
  }
  rule(pen, top + rows * rowHeight);
}

function drawProject(pen: Pen, { project, address }: FrameWords): void {
  label(pen, 930, "PROJECT");
  const next = pen.paragraph(block.left + 14, 962, width - 28, project.toUpperCase(), {
    size: 23,
    isBold: true,
  });
  pen.paragraph(block.left + 14, next + 2, width - 28, address, { size: 14 });
  rule(pen, 1120);
  for (const [index, line] of disclaimer.entries()) {
    pen.text(block.left + 14, 1138 + index * 11, line, { size: 7.5, gray: 0.4 });
  }
  rule(pen, 1182);
}

const disclaimer = [
  "These drawings are instruments of service and the property of",
  "the firm named above. They may not be reproduced without its",
  "written consent. Do not scale the drawings. Verify all",
  "dimensions in the field before work begins.",
];

function drawSheetNumber(pen: Pen, { number, title, scale, date }: FrameWords): void {
  const facts = [
    ["JOB NUMBER", "2418.00"],
    ["DATE", date],
    ["SCALE", scale],
    ["DRAWN BY", "RK"],
    ["CHECKED BY", "MD"],
  ];
  for (const [index, [name = "", value = ""]] of facts.entries()) {
    const y = 1182 + (index + 1) * 26;
    pen.line(block.left, y, block.right, y);
    pen.text(block.left + 14, y - 9, name, { size: 8, gray: 0.4 });
    pen.text(block.left + 110, y - 8, value, { size: 11 });
  }
  label(pen, 1326, "SHEET TITLE");
  pen.paragraph(block.left + 14, 1360, width - 28, title.toUpperCase(), { size: 25, isBold: true });
  rule(pen, 1520);
  label(pen, 1532, "SHEET NUMBER");
  pen.text(middle, 1638, number, { size: 84, isBold: true, align: "center" });
}

const rule = (pen: Pen, y: number) => pen.line(block.left, y, block.right, y, medium);
const label = (pen: Pen, y: number, words: string) =>
  pen.text(block.left + 8, y, words, { size: 7.5, gray: 0.4 });
