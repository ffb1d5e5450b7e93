import { drawRevisions } from "./held-out-drawing";
import { archD, areaOf, bold, centered, type Layout, titleLines } from "./held-out-layout";

const ansiD = { width: 2448, height: 1584 };
const residential = { width: 1728, height: 1296 };
const metricA1 = { width: 2384, height: 1684 };
const letter = { width: 612, height: 792 };

/** Title blocks along the foot of the sheet, and in its lower right corner. */
export const boxes: Layout[] = [
  {
    name: "foot, SHEET NUMBER in the last cell",
    paper: archD,
    area: areaOf(archD, { bottom: 130 }),
    numbers: ["S2.2", "S3.1", "S0.1", "A8.11"],
    draw(pen, { number, title }) {
      pen.box(40, 1560, 2512, 128, 2);
      for (const x of [500, 1000, 1500, 2000, 2300]) pen.line(x, 1560, x, 1688);
      pen.text("PALISADE STRUCTURAL GROUP", 60, 1600, { size: 20, ...bold });
      pen.lines(["CITY HALL SEISMIC RETROFIT", "300 CIVIC CENTER DR."], 520, 1600, { size: 13 });
      pen.lines(["JOB NO. S24-055", "DATE 01/09/2025", "SCALE AS SHOWN", "DES. AB  CHK. CD"], 1020, 1575, {
        size: 10,
      });
      pen.text("SHEET TITLE", 1510, 1565, { size: 7 });
      pen.lines(titleLines(title, 22), 1520, 1600, { size: 16, ...bold });
      pen.text("APPROVED", 2010, 1565, { size: 7 });
      pen.text("SHEET NUMBER", 2310, 1565, { size: 7 });
      pen.text(number, 2426, 1600, { size: 48, ...bold, ...centered });
    },
  },
  {
    name: "foot, residential designer",
    paper: residential,
    area: areaOf(residential, { bottom: 90 }),
    numbers: ["A1", "A2", "A3.1", "T24-1"],
    draw(pen, { number, title, total }) {
      pen.box(30, 1190, 1668, 80, 1.5);
      pen.text("BLUE HERON HOME DESIGN", 50, 1200, { size: 16, font: "Times-Roman" });
      pen.text("ADU FOR THE REYES FAMILY · 455 PINE ST · APN 041-220-18", 50, 1230, { size: 10 });
      pen.text(title, 900, 1215, { size: 16, ...centered });
      pen.text("DATE: 5/6/25", 1300, 1200, { size: 9 });
      pen.text('SCALE: 1/4" = 1\'-0"', 1300, 1220, { size: 9 });
      pen.text("SHEET", 1560, 1198, { size: 9 });
      pen.text(number, 1600, 1205, { size: 34, ...bold });
      pen.text(`OF ${total}`, 1610, 1250, { size: 9 });
    },
  },
  {
    name: "corner, DWG NO. before the number and REV after it",
    paper: ansiD,
    area: areaOf(ansiD, { right: 20, bottom: 190 }),
    numbers: ["M-101", "M-501", "P-201", "M101"],
    draw(pen, { number, title }) {
      pen.box(1700, 1390, 720, 160, 2);
      pen.text("TITLE", 1706, 1394, { size: 6 });
      pen.text(title, 1720, 1410, { size: 16 });
      pen.line(1700, 1450, 2420, 1450);
      pen.text("CENTRAL PLANT REPLACEMENT", 1720, 1460, { size: 11 });
      pen.line(1700, 1490, 2420, 1490);
      pen.text("SIZE", 1706, 1494, { size: 6 });
      pen.text("D", 1712, 1505, { size: 16 });
      pen.text("CAGE CODE", 1760, 1494, { size: 6 });
      pen.text("DWG NO.", 1880, 1494, { size: 6 });
      pen.text(number, 1900, 1502, { size: 22 });
      pen.text("REV", 2320, 1494, { size: 6 });
      pen.text("C2", 2330, 1504, { size: 16 });
      pen.text("SCALE 1:96    WT. N/A", 1720, 1534, { size: 8 });
      pen.text("SHEET 1 OF 1", 2280, 1534, { size: 8 });
    },
  },
  {
    name: "corner, civil, SHEET and OF",
    paper: archD,
    area: areaOf(archD, { right: 20, bottom: 200 }),
    numbers: ["C-3", "C-4", "C3.1", "C-101"],
    draw(pen, { number, title, total }, random) {
      pen.box(1500, 1520, 1052, 168, 2);
      drawRevisions(pen, random, 1504, 1530, 300);
      pen.lines(["CITY OF OAKVILLE", "DEPARTMENT OF PUBLIC WORKS", "ENGINEERING DIVISION"], 2000, 1528, {
        size: 11,
        ...centered,
      });
      pen.text(title, 2000, 1600, { size: 18, ...bold, ...centered });
      pen.text("STA 12+50 TO STA 18+00", 2000, 1630, { size: 10, ...centered });
      pen.text("FILE: P:\\24118\\DWG\\C-301 GRADING.dwg", 1830, 1672, { size: 6 });
      pen.text("SHEET", 2470, 1528, { size: 9, ...centered });
      pen.text(number, 2470, 1560, { size: 36, ...bold, ...centered });
      pen.text(`OF ${total} SHEETS`, 2470, 1650, { size: 9, ...centered });
      pen.text("DRAWING NO. 2025-0117", 2260, 1672, { size: 7 });
    },
  },
  {
    name: "corner, title below a number without a label",
    paper: archD,
    area: areaOf(archD, { right: 20, bottom: 170 }),
    numbers: ["A3.02", "A3.03", "A7.01", "S5.01"],
    draw(pen, { number, title }) {
      pen.box(2100, 1540, 452, 148, 2);
      pen.text(number, 2130, 1555, { size: 44, ...bold });
      pen.text(title, 2130, 1620, { size: 15 });
      pen.text("Permit Set  |  2025.03.03  |  No. 2304", 2130, 1655, { size: 9 });
    },
  },
  {
    name: "corner, label and number in one line",
    paper: ansiD,
    area: areaOf(ansiD, { right: 20, bottom: 140 }),
    numbers: ["M2.3A", "M2.3B", "E1.0", "P3.0"],
    draw(pen, { number, title }) {
      pen.box(1900, 1440, 510, 110, 1.5);
      pen.text(`Title: ${title}`, 1915, 1455, { size: 13 });
      pen.text("Project: 1187-03 Tenant Improvement, Bldg B2", 1915, 1480, { size: 10 });
      pen.text('Date: 7/1/2025   Scale: 1/8" = 1\'-0"   Rev: 1', 1915, 1500, { size: 10 });
      pen.text(`Sheet No: ${number}`, 1915, 1522, { size: 16, ...bold });
    },
  },
  {
    name: "corner, metric A1, Drawing No.",
    paper: metricA1,
    area: areaOf(metricA1, { right: 20, bottom: 190 }),
    numbers: ["A-110", "A-111", "S-210", "M-310"],
    draw(pen, { number, title }) {
      pen.box(1840, 1480, 510, 170, 1.5);
      pen.text("Drawing Title", 1850, 1486, { size: 7 });
      pen.text(title, 1860, 1500, { size: 16 });
      pen.text("Scale", 1850, 1560, { size: 7 });
      pen.text("1:100 @ A1", 1860, 1572, { size: 12 });
      pen.text("Status", 2000, 1560, { size: 7 });
      pen.text("S4", 2010, 1572, { size: 12 });
      pen.text("Project No.", 1850, 1600, { size: 7 });
      pen.text("60718842", 1860, 1614, { size: 14 });
      pen.text("Drawing No.", 2020, 1600, { size: 7 });
      pen.text(number, 2030, 1612, { size: 22, ...bold });
      pen.text("Revision", 2240, 1600, { size: 7 });
      pen.text("P02", 2250, 1612, { size: 16 });
    },
  },
  {
    name: "Letter size, detail sheet",
    paper: letter,
    area: areaOf(letter, { bottom: 60 }),
    numbers: ["SK-1", "SK-2", "S-501", "D-4"],
    draw(pen, { number, title }) {
      pen.box(36, 700, 540, 60);
      pen.text("REF. DWG: S3.1   RFI 041", 44, 708, { size: 8 });
      pen.text(title, 44, 726, { size: 11, ...bold });
      pen.text("DATE 02/11/25   BY KL", 300, 708, { size: 8 });
      pen.text("SHEET", 480, 706, { size: 7 });
      pen.text(number, 484, 720, { size: 20, ...bold });
    },
  },
];
