import { drawRevisions } from "./held-out-drawing";
import { archD, areaOf, bold, centered, type Layout, titleLines } from "./held-out-layout";

const ansiD = { width: 2448, height: 1584 };
const listed = [
  "A-101",
  "A-102",
  "A-103",
  "A-201",
  "A-202",
  "A-301",
  "S-101",
  "S-201",
  "M-101",
  "P-101",
  "E-101",
  "E-102",
];
const heavyCourier = { font: "Courier", isSpaced: true } as const;

/** Of government, old programs, cover sheets, and pages that lie turned in the file. */
export const others: Layout[] = [
  {
    name: "government, SHEET ID",
    paper: ansiD,
    area: areaOf(ansiD, { right: 200 }),
    numbers: ["AD101", "AE101", "G-002", "SB301", "CS101"],
    draw(pen, { number, title, position, total }, random) {
      pen.box(2230, 30, 190, 1524, 2);
      pen.lines(["US ARMY CORPS", "OF ENGINEERS", "SACRAMENTO DISTRICT"], 2325, 50, {
        size: 11,
        ...centered,
      });
      drawRevisions(pen, random, 2234, 200, 182);
      pen.lines(
        [
          "DESIGNED BY: R. ORTIZ",
          "DWN BY: JT   CKD BY: LW",
          "SUBMITTED BY:",
          "FILE NUMBER: 16-4-512",
          "SOLICITATION NO.: W91238-25-B-0007",
          "CONTRACT NO.: W91238-25-C-0031",
          "PLOT SCALE: 1:1   SIZE: ANSI D",
        ],
        2236,
        700,
        { size: 8 },
      );
      pen.lines(["TRAVIS AFB", "HANGAR 14 REPAIR"], 2325, 1000, { size: 11, ...centered });
      pen.lines(titleLines(title, 18), 2325, 1200, { size: 12, ...bold, ...centered });
      pen.line(2230, 1440, 2420, 1440);
      pen.text("SHEET ID", 2325, 1446, { size: 8, ...centered });
      pen.text(number, 2325, 1470, { size: 30, ...bold, ...centered });
      pen.text(`SHEET ${position} OF ${total}`, 2325, 1530, { size: 8, ...centered });
    },
  },
  {
    name: "old program, each letter a text",
    paper: archD,
    area: areaOf(archD, { right: 20, bottom: 150 }),
    numbers: ["A-4", "A-5", "M-1", "E-3"],
    draw(pen, { number, title, total }) {
      pen.box(1700, 1560, 852, 128, 2);
      pen.text("COUNTY OF MARLOW FACILITIES", 1720, 1575, { size: 14, ...heavyCourier });
      pen.text(title, 1720, 1605, { size: 18, ...heavyCourier });
      pen.text("DRAWN: GH  DATE: 6-12-94  SCALE: NOTED", 1720, 1650, { size: 10, ...heavyCourier });
      pen.text("DWG. NO.", 2380, 1568, { size: 8, ...heavyCourier });
      pen.text(number, 2400, 1590, { size: 36, ...heavyCourier });
      pen.text(`1 OF ${total}`, 2420, 1660, { size: 10, ...heavyCourier });
    },
  },
  {
    name: "cover sheet with an index",
    paper: archD,
    area: areaOf(archD, { right: 250 }),
    numbers: ["T-001", "G-000", "T1.0", "CS-1"],
    draw(pen, { number, title }) {
      pen.box(2312, 40, 240, 1648, 2);
      pen.text("ORCHARD + VINE", 2432, 80, { size: 18, ...bold, ...centered });
      pen.lines(titleLines(title, 18), 2432, 1420, { size: 14, ...centered });
      pen.text("SHEET NO.", 2320, 1560, { size: 8 });
      pen.text(number, 2432, 1590, { size: 44, ...bold, ...centered });
    },
    drawArea(pen, _random, _area, { number, title }) {
      pen.text("VINEYARD TOWN CENTER", 700, 120, { size: 72, ...bold });
      pen.text("SHEET INDEX", 1700, 300, { size: 20, ...bold });
      for (const [index, sheet] of [number, ...listed].entries()) {
        pen.text(sheet, 1700, 340 + index * 24, { size: 12 });
        pen.text(index === 0 ? title : `FLOOR PLAN ${index}`, 1800, 340 + index * 24, { size: 12 });
      }
      pen.lines(
        ["OCCUPANCY: B, S-1", "CONSTRUCTION TYPE: V-B", "CODE: CBC 2022", "APN: 114-0230-007", "ZONING: C-2"],
        200,
        900,
        { size: 14 },
      );
    },
  },
  {
    name: "page turned by 90 degrees in the file",
    paper: { ...archD, rotate: 90 },
    area: areaOf(archD, { right: 250 }),
    numbers: ["A-103", "A-104", "S-102", "E-103"],
    draw(pen, { number, title }) {
      pen.box(2312, 40, 240, 1648, 2);
      pen.text("NORTH FORK ARCHITECTS", 2432, 80, { size: 15, ...bold, ...centered });
      pen.text("PROJECT NO: 19-220", 2320, 1200, { size: 10 });
      pen.lines(titleLines(title, 18), 2432, 1400, { size: 14, ...bold, ...centered });
      pen.text("SHEET NUMBER", 2432, 1560, { size: 8, ...centered });
      pen.text(number, 2432, 1585, { size: 46, ...bold, ...centered });
    },
  },
  {
    name: "page turned by 270 degrees in the file",
    paper: { ...archD, rotate: 270 },
    area: areaOf(archD, { bottom: 120 }),
    numbers: ["A9.01", "A9.02", "L1.1", "L2.0"],
    draw(pen, { number, title }) {
      pen.box(40, 1580, 2512, 108, 2);
      pen.text("TERRA FIRMA LANDSCAPE ARCHITECTURE", 60, 1600, { size: 18 });
      pen.text("PROJECT 0933", 900, 1610, { size: 12 });
      pen.text(title, 1700, 1610, { size: 18, ...bold, ...centered });
      pen.text("SHEET", 2300, 1590, { size: 9 });
      pen.text(number, 2340, 1610, { size: 48, ...bold });
    },
  },
  {
    name: "key plan with areas beside the number",
    paper: archD,
    area: areaOf(archD, { right: 250 }),
    numbers: ["A2.11", "A2.12", "A2.1A", "A2-01"],
    draw(pen, { number, title }) {
      pen.box(2312, 40, 240, 1648, 2);
      pen.text("KEY PLAN", 2320, 1150, { size: 9 });
      for (const [index, area] of ["A1", "A2", "B1", "B2"].entries()) {
        pen.box(2330 + index * 50, 1170, 50, 60);
        pen.text(area, 2355 + index * 50, 1190, { size: 16, ...centered });
      }
      pen.text("MERCY GENERAL, NEW TOWER", 2432, 900, { size: 12, ...centered });
      pen.text("HCAI NO. S240187-34-00", 2320, 1300, { size: 9 });
      pen.lines(titleLines(`${title} AREA B1`, 18), 2432, 1420, { size: 13, ...bold, ...centered });
      pen.text("SHEET:", 2320, 1570, { size: 9 });
      pen.text(number, 2432, 1595, { size: 40, ...bold, ...centered });
    },
  },
];
