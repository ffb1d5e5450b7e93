import { drawRevisions } from "./held-out-drawing";
import { archD, areaOf, bold, centered, type Layout, titleLines } from "./held-out-layout";
import type { HeldOutPen } from "./held-out-pen";

const left = 2312;
const right = 2552;
const middle = (left + right) / 2;
const strip = { paper: archD, area: areaOf(archD, { right: 250 }) };

function frame(pen: HeldOutPen): void {
  pen.box(40, 40, 2512, 1648, 2);
  pen.line(left, 40, left, 1688, 1.5);
}

function labeled(pen: HeldOutPen, label: string, value: string, x: number, y: number): void {
  pen.text(label, x, y, { size: 7 });
  pen.text(value, x + 4, y + 11, { size: 11 });
}

function firm(pen: HeldOutPen, name: string): void {
  pen.text(name, middle, 70, { size: 18, ...bold, ...centered });
  pen.lines(["1420 K STREET, SUITE 500", "SACRAMENTO, CA 95814", "TEL 916.555.0142"], middle, 100, {
    size: 8,
    ...centered,
  });
}

/** Title blocks along the right side of the sheet. */
export const strips: Layout[] = [
  {
    name: "strip, SHEET NO. above the number",
    ...strip,
    numbers: ["A-101", "A-102", "A-201", "S-301", "G-001"],
    draw(pen, { number, title }, random) {
      frame(pen);
      firm(pen, "MERIDIAN + COLE");
      drawRevisions(pen, random, left + 8, 700, 224);
      pen.text("NEW FIRE STATION NO. 12", middle, 1100, { size: 13, ...centered });
      labeled(pen, "PROJECT NO.", "24-1187", left + 8, 1300);
      labeled(pen, "DATE", "03/14/2025", left + 130, 1300);
      labeled(pen, "DRAWN BY", "JM", left + 8, 1340);
      labeled(pen, "CHECKED", "RTC", left + 130, 1340);
      pen.lines(titleLines(title, 18), middle, 1420, { size: 16, ...bold, ...centered });
      pen.line(left, 1540, right, 1540);
      pen.text("SHEET NO.", left + 8, 1546, { size: 8 });
      pen.text(number, middle, 1580, { size: 54, ...bold, ...centered });
    },
  },
  {
    name: "strip, all texts turned",
    ...strip,
    numbers: ["A1.01", "A1.02", "A5.10", "S2.1", "M2.3A"],
    draw(pen, { number, title }) {
      frame(pen);
      const turned = { turn: 270 };
      pen.text("HOLLIS BRANDT ARCHITECTS", left + 20, 600, { size: 20, ...bold, ...turned });
      pen.text("LAKESIDE ELEMENTARY MODERNIZATION", left + 70, 900, { size: 14, ...turned });
      pen.text("DSA APPL. NO. 02-119845   FILE NO. 34-H8", left + 100, 900, { size: 9, ...turned });
      pen.text("JOB NO. 2219.00", left + 130, 1180, { size: 9, ...turned });
      pen.text("ISSUE DATE 11 APR 2025", left + 150, 1180, { size: 9, ...turned });
      pen.text(title, left + 100, 1500, { size: 16, ...bold, ...turned });
      pen.text("SHEET", left + 130, 1670, { size: 8, ...turned });
      pen.text(number, left + 150, 1670, { size: 48, ...bold, ...turned });
    },
  },
  {
    name: "strip, turned project and upright number",
    ...strip,
    numbers: ["A101", "A102", "E1", "E201"],
    draw(pen, { number, title }, random) {
      frame(pen);
      pen.text("RIVERBEND MEDICAL OFFICE BUILDING", left + 30, 1100, { size: 20, turn: 270 });
      pen.text("9900 RIVERBEND PKWY, SUITE 100", left + 70, 1100, { size: 10, turn: 270 });
      drawRevisions(pen, random, left + 100, 300, 136);
      pen.text(title, left + 100, 1450, { size: 14, ...bold, turn: 270 });
      pen.box(left + 10, 1560, 220, 110);
      pen.text(number, middle, 1590, { size: 60, ...bold, ...centered });
    },
  },
  {
    name: "strip, number above DRAWING NUMBER",
    ...strip,
    numbers: ["A-1.1", "A-1.2", "A-3.1", "S-4.2"],
    draw(pen, { number, title }) {
      frame(pen);
      firm(pen, "DESIGN COLLECTIVE WEST");
      pen.text("PROJECT", left + 8, 900, { size: 7 });
      pen.text("HARBOR VIEW APARTMENTS", middle, 920, { size: 13, ...centered });
      pen.lines(titleLines(title, 18), middle, 1400, { size: 14, ...centered });
      pen.text("DRAWING TITLE", middle, 1450, { size: 7, ...centered });
      pen.line(left, 1500, right, 1500);
      pen.text(number, middle, 1540, { size: 44, ...centered });
      pen.text("DRAWING NUMBER", middle, 1600, { size: 7, ...centered });
      pen.text("PLOTTED: 4/2/2025 3:14 PM", left + 8, 1670, { size: 6 });
    },
  },
  {
    name: "strip, small number beside a large project number",
    ...strip,
    numbers: ["A2.1", "A2.2", "P1.0", "L1.0"],
    draw(pen, { number, title }) {
      frame(pen);
      firm(pen, "KVL STUDIO");
      pen.text("22-0417", middle, 1180, { size: 56, ...bold, ...centered });
      pen.text("PROJECT NUMBER", middle, 1250, { size: 8, ...centered });
      pen.lines(titleLines(title, 20), left + 10, 1480, { size: 11 });
      pen.line(left, 1600, right, 1600);
      labeled(pen, "SCALE", "AS NOTED", left + 8, 1610);
      labeled(pen, "DATE", "2025-02-28", left + 8, 1640);
      pen.text("SHEET", left + 140, 1610, { size: 7 });
      pen.text(number, left + 144, 1625, { size: 18, ...bold });
    },
  },
  {
    name: "strip, number at its top in a rounded box",
    ...strip,
    numbers: ["ID-101", "ID-102", "A-601", "FP-201"],
    draw(pen, { number, title }, random) {
      frame(pen);
      pen.box(left + 20, 60, 200, 110, 3);
      pen.text(number, middle, 90, { size: 46, ...bold, ...centered });
      pen.lines(titleLines(title, 18), middle, 200, { size: 14, ...bold, ...centered });
      drawRevisions(pen, random, left + 8, 600, 224);
      pen.text("COPPERLINE DESIGN-BUILD", left + 60, 1500, { size: 22, ...bold, turn: 270 });
      pen.text("LIC. B-1042217", left + 110, 1500, { size: 10, turn: 270 });
    },
  },
  {
    name: "strip, SHEET, number, and OF",
    ...strip,
    numbers: ["A4", "A5", "A6", "S1"],
    draw(pen, { number, title, total }) {
      frame(pen);
      pen.lines(["HAROLD B. FINCH, ARCHITECT", "A.I.A.", "12 ELM COURT", "VISALIA, CA"], middle, 80, {
        size: 12,
        ...centered,
      });
      pen.lines(["A RESIDENCE FOR", "MR. & MRS. T. OKADA"], middle, 800, { size: 13, ...centered });
      pen.lines(titleLines(title, 18), middle, 1200, { size: 12, ...centered });
      labeled(pen, "DRAWN", "HBF", left + 8, 1420);
      labeled(pen, "JOB", "2503", left + 8, 1450);
      pen.text("SHEET", middle, 1530, { size: 9, ...centered });
      pen.text(number, middle, 1550, { size: 60, ...centered });
      pen.text(`OF ${total} SHEETS`, middle, 1650, { size: 9, ...centered });
    },
  },
  {
    name: "strip, number also at the upper corner",
    ...strip,
    numbers: ["E-101", "E-102", "E-601", "T-001"],
    draw(pen, { number, title }, random) {
      frame(pen);
      pen.text(number, right - 8, 46, { size: 16, align: "right" });
      drawRevisions(pen, random, left + 8, 900, 224);
      pen.text("VOLT & ASSOCIATES", middle, 1200, { size: 15, ...centered });
      pen.text("ELECTRICAL ENGINEERS  E-17733  EXP. 06/30/26", middle, 1225, { size: 7, ...centered });
      pen.lines(titleLines(title, 18), middle, 1500, { size: 13, ...centered });
      pen.text("SHEET NUMBER:", left + 8, 1580, { size: 8 });
      pen.text(number, right - 12, 1610, { size: 40, align: "right" });
    },
  },
];
