import { drawRevisions } from "./held-out-drawing";
import { archD, areaOf, bold, centered, type Layout, titleLines } from "./held-out-layout";

const halfSize = { width: 1224, height: 792 };
const oldCad = { width: 2592, height: 1728 };

/** Customs of certain agencies and offices. */
export const agencies: Layout[] = [
  {
    name: "city of the east, page and filing number",
    paper: archD,
    area: areaOf(archD, { right: 250 }),
    numbers: ["A-100.00", "A-101.00", "M-200.00", "SP-001.00"],
    draw(pen, { number, title, position, total }) {
      pen.box(2312, 40, 240, 1648, 2);
      pen.text("DOB NOW JOB NO. B00841127-I1", 2320, 900, { size: 9 });
      pen.text("BLOCK 1187  LOT 42  CB 301  ZONE R6A", 2320, 920, { size: 8 });
      pen.lines(titleLines(title, 18), 2432, 1300, { size: 13, ...bold, ...centered });
      pen.text("DATE: 01.15.25", 2320, 1500, { size: 9 });
      pen.text("PROJECT No: 2411", 2320, 1515, { size: 9 });
      pen.text("DRAWING BY: YL", 2320, 1530, { size: 9 });
      pen.text("DWG No:", 2320, 1560, { size: 9 });
      pen.text(number, 2432, 1590, { size: 32, ...bold, ...centered });
      pen.text(`PAGE ${position} OF ${total}`, 2432, 1650, { size: 9, ...centered });
    },
  },
  {
    name: "highway department, table of the route at the top",
    paper: halfSize,
    area: areaOf(halfSize, { right: 40, bottom: 30 }),
    numbers: ["L-3", "X-1", "D-12", "E-7"],
    draw(pen, { number, title, total }) {
      pen.box(820, 30, 374, 40);
      for (const [index, head] of [
        "DIST",
        "COUNTY",
        "ROUTE",
        "POST MILES",
        "SHEET No.",
        "TOTAL SHEETS",
      ].entries()) {
        pen.text(head, 826 + index * 62, 33, { size: 6 });
        pen.text(["04", "SM", "101", "5.2/7.1", "12", String(total)][index] ?? "", 836 + index * 62, 48, {
          size: 10,
        });
      }
      pen.text("REGISTERED CIVIL ENGINEER  C 58112  EXP 6-30-26", 830, 80, { size: 6 });
      pen.text(title, 1060, 712, { size: 14, ...bold, ...centered });
      pen.text("SCALE 1\" = 50'", 1000, 735, { size: 8 });
      pen.text(number, 1150, 735, { size: 16, ...bold });
      pen.text("UNIT 1427   PROJECT NUMBER & PHASE 04180000311", 600, 765, { size: 6 });
      pen.text("DGN FILE => 0418000031ea003.dgn", 300, 765, { size: 6 });
    },
  },
  {
    name: "half-size set on 11 x 17",
    paper: halfSize,
    area: areaOf(halfSize, { right: 118 }),
    numbers: ["A1.10", "A1.11", "S1.20", "E2.1"],
    draw(pen, { number, title }) {
      pen.box(1092, 20, 112, 752, 1);
      pen.text("PATEL WYNN", 1148, 40, { size: 9, ...bold, ...centered });
      pen.text("THIS SHEET IS HALF SIZE IF 11 X 17", 1148, 600, { size: 4, ...centered });
      pen.text("PROJ. 2407", 1098, 640, { size: 5 });
      pen.lines(titleLines(title, 18), 1148, 660, { size: 6, ...centered });
      pen.text("SHEET NO.", 1098, 715, { size: 4 });
      pen.text(number, 1148, 725, { size: 22, ...bold, ...centered });
      pen.text("BIM 360://24-07 Library/2407_A101_Central.rvt", 1098, 764, { size: 3 });
    },
  },
  {
    name: "strip, space within the number",
    paper: archD,
    area: areaOf(archD, { right: 250 }),
    numbers: ["A 2.01", "A 2.02", "S 201", "P 1.1"],
    draw(pen, { number, title }, random) {
      pen.box(2312, 40, 240, 1648, 2);
      pen.text("FORMWORKS", 2432, 80, { size: 24, ...bold, ...centered });
      drawRevisions(pen, random, 2320, 800, 224);
      pen.lines(titleLines(title, 18), 2432, 1420, { size: 13, ...centered });
      pen.text("SHEET", 2320, 1550, { size: 8 });
      pen.text(number, 2432, 1585, { size: 40, ...bold, ...centered });
    },
  },
  {
    name: "strip at the left side",
    paper: archD,
    area: { left: 320, top: 50, right: 2540, bottom: 1680 },
    numbers: ["A201", "A202", "S101", "M301"],
    draw(pen, { number, title }) {
      pen.box(40, 40, 250, 1648, 2);
      pen.text("GUTIERREZ PARTNERSHIP", 165, 80, { size: 14, ...bold, ...centered });
      pen.text("Job 2418", 50, 1380, { size: 10 });
      pen.lines(titleLines(title, 18), 165, 1420, { size: 14, ...centered });
      pen.text("Sheet Number", 50, 1560, { size: 8 });
      pen.text(number, 165, 1590, { size: 46, ...bold, ...centered });
    },
  },
  {
    name: "consultant's sheet that names the architect's",
    paper: archD,
    area: areaOf(archD, { right: 250 }),
    numbers: ["E1.1", "E1.2", "LV1.1", "FA-101"],
    draw(pen, { number, title }) {
      pen.box(2312, 40, 240, 1648, 2);
      pen.text("SIGNAL MEP ENGINEERS", 2432, 80, { size: 14, ...bold, ...centered });
      pen.text("ARCHITECT: LOWE + DAHL   PROJ. A-2210", 2320, 700, { size: 9 });
      pen.text("BACKGROUND: A-101 DATED 02/02/25", 2320, 720, { size: 9 });
      pen.text("REFERENCE SHEET: A-101", 2320, 740, { size: 9 });
      pen.lines(titleLines(title, 18), 2432, 1400, { size: 13, ...bold, ...centered });
      pen.text("SHEET", 2432, 1560, { size: 9, ...centered });
      pen.text(number, 2432, 1580, { size: 42, ...bold, ...centered });
    },
  },
];

/** The number is drawn with lines, as old programs plot it: it cannot be read, but all around it is text. */
export const unreadable: Layout = {
  name: "number plotted as lines",
  paper: oldCad,
  area: areaOf(oldCad, { right: 250 }),
  numbers: ["A-101", "A-102", "S-1", "M-1"],
  draw(pen, { title }) {
    pen.box(2312, 40, 240, 1648, 2);
    pen.text("PROJECT NO. 94-117", 2320, 1300, { size: 10 });
    pen.lines(titleLines(title, 18), 2432, 1420, { size: 14, ...centered });
    pen.text("SHEET NO.", 2320, 1550, { size: 8 });
    pen.line(2380, 1640, 2400, 1580, 3);
    pen.line(2400, 1580, 2420, 1640, 3);
    pen.line(2390, 1615, 2410, 1615, 3);
    pen.line(2450, 1640, 2450, 1580, 3);
  },
};
