import { itemAt, type Random } from "../app/seed/demo-random";
import type { HeldOutPen } from "./held-out-pen";

/** The part of a sheet that has no title block. */
export type Area = { left: number; top: number; right: number; bottom: number };

const rooms = [
  "OFFICE",
  "CORRIDOR",
  "LOBBY",
  "MEN",
  "WOMEN",
  "JANITOR",
  "ELEC.",
  "STORAGE",
  "CONF.",
  "STAIR 2",
];
const otherSheets = ["A-501", "A501", "S3.1", "A5.02", "S-401", "M3.1", "A-601", "E-2", "A8.11"];
const notes = [
  "1. ALL DIMENSIONS ARE TO FACE OF STUD U.N.O. VERIFY IN FIELD.",
  "2. SEE SHEET S2.1 FOR FOUNDATION. REFER TO A-601 FOR DOOR SCHEDULE.",
  "3. PROVIDE FIRE CAULKING AT ALL PENETRATIONS PER UL DESIGN U419.",
  "4. CONTRACTOR SHALL COORDINATE WITH DRAWINGS M-101, P-101 AND E-101.",
  "5. CONCRETE f'c = 4000 PSI AT 28 DAYS. REINFORCING ASTM A615 GRADE 60.",
  "6. STEEL: ASTM A992 (W SHAPES), A36 (PLATES), A500 GR. B (HSS).",
  "7. PER CBC 2022 SECTION 1107A.3 AND ASCE 7-16 TABLE 12.2-1.",
];

/** Draws what stands on a plan beside its title block: much of it looks like a sheet number. */
export function drawPlan(pen: HeldOutPen, random: Random, area: Area, title: string): void {
  const scale = Math.min(1, (area.right - area.left) / 1800);
  drawGrid(pen, area, scale);
  drawRooms(pen, random, area, scale);
  drawReferences(pen, random, area, scale);
  drawNotes(pen, random, area, scale);
  drawName(pen, random, area, title, scale);
}

function drawGrid(pen: HeldOutPen, { left, top, right, bottom }: Area, scale: number): void {
  for (let index = 0; index < 8; index += 1) {
    const x = left + 60 * scale + (index * (right - left - 120 * scale)) / 8;
    pen.line(x, top + 40 * scale, x, bottom - 60 * scale);
    pen.circle(x, top + 22 * scale, 16 * scale);
    pen.text(String(index + 1), x, top + 15 * scale, { size: 14 * scale, align: "center" });
  }
  for (const [index, letter] of [..."ABCDE"].entries()) {
    const y = top + 90 * scale + (index * (bottom - top - 200 * scale)) / 5;
    pen.line(left + 40 * scale, y, right - 20 * scale, y);
    pen.circle(left + 20 * scale, y, 16 * scale);
    pen.text(letter, left + 20 * scale, y - 7 * scale, { size: 14 * scale, align: "center" });
  }
}

const place = (random: Random, { left, top, right, bottom }: Area, scale: number): [number, number] => [
  random.between(Math.round(left + 80 * scale), Math.round(right - 140 * scale)),
  random.between(Math.round(top + 70 * scale), Math.round(bottom - 110 * scale)),
];

function drawRooms(pen: HeldOutPen, random: Random, area: Area, scale: number): void {
  for (let index = 0; index < 24; index += 1) {
    const [x, y] = place(random, area, scale);
    const number = String(101 + index);
    pen.text(itemAt(rooms, index), x, y, { size: 8 * scale, align: "center" });
    pen.box(x - 14 * scale, y + 10 * scale, 28 * scale, 12 * scale, 0.5);
    pen.text(number, x, y + 12 * scale, { size: 8 * scale, align: "center" });
    pen.text(`${number}${random.pick(["A", "B", ""])}`, x + 50 * scale, y + 30 * scale, { size: 7 * scale });
    pen.text(`${random.between(6, 40)}'-${random.between(0, 11)}"`, x - 60 * scale, y, {
      size: 7 * scale,
      turn: 270,
    });
    pen.text(random.pick(["W4", "P-2", "A1", "WH-1", "AHU-2", "P1", "L-3"]), x, y + 40 * scale, {
      size: 7 * scale,
    });
  }
}

function drawReferences(pen: HeldOutPen, random: Random, area: Area, scale: number): void {
  for (let index = 0; index < 18; index += 1) {
    const [x, y] = place(random, area, scale);
    const sheet = random.pick(otherSheets);
    pen.circle(x, y, 20 * scale);
    pen.line(x - 20 * scale, y, x + 20 * scale, y);
    pen.text(String(random.between(1, 12)), x, y - 14 * scale, { size: 11 * scale, align: "center" });
    pen.text(sheet, x, y + 3 * scale, { size: 8 * scale, align: "center" });
    if (index % 3 === 0) pen.text(`${random.between(1, 9)}/${sheet}`, x + 40 * scale, y, { size: 8 * scale });
    if (index % 4 === 0) pen.text("SIM.", x + 24 * scale, y + 12 * scale, { size: 7 * scale });
  }
}

function drawNotes(pen: HeldOutPen, random: Random, area: Area, scale: number): void {
  const [x, y] = [area.right - 330 * scale, area.top + 80 * scale];
  pen.text("KEYNOTES", x, y - 20 * scale, { size: 12 * scale, font: "Helvetica-Bold" });
  pen.lines(notes, x, y, { size: 8 * scale });
  for (let index = 1; index <= 8; index += 1) {
    const [noteX, noteY] = place(random, area, scale);
    pen.box(noteX, noteY, 16 * scale, 14 * scale, 0.5);
    pen.text(String(index), noteX + 5 * scale, noteY + 3 * scale, { size: 8 * scale });
  }
}

function drawName(pen: HeldOutPen, random: Random, area: Area, title: string, scale: number): void {
  const [x, y] = [area.left + 80 * scale, area.bottom - 40 * scale];
  pen.circle(x - 24 * scale, y + 10 * scale, 14 * scale);
  pen.text(String(random.between(1, 3)), x - 24 * scale, y + 4 * scale, {
    size: 12 * scale,
    align: "center",
  });
  pen.text(title, x, y, { size: 14 * scale, font: "Helvetica-Bold" });
  pen.text(`SCALE: 1/${random.pick([4, 8, 16])}" = 1'-0"`, x, y + 18 * scale, { size: 8 * scale });
}

/** Draws a table of revisions, the newest at its foot. */
export function drawRevisions(pen: HeldOutPen, random: Random, x: number, y: number, width: number): void {
  pen.box(x, y, width, 84);
  pen.text("NO.", x + 3, y + 3, { size: 6 });
  pen.text("DATE", x + width * 0.2, y + 3, { size: 6 });
  pen.text("REVISION", x + width * 0.5, y + 3, { size: 6 });
  for (let index = 1; index <= 4; index += 1) {
    const row = y + index * 16;
    pen.line(x, row - 2, x + width, row - 2);
    pen.text(String(index), x + 5, row, { size: 7 });
    pen.text(`0${random.between(1, 9)}/1${random.between(0, 9)}/25`, x + width * 0.2, row, { size: 7 });
    pen.text(
      itemAt(["PERMIT SET", "PLAN CHECK 1", "ADDENDUM A-2", "BULLETIN 3"], index),
      x + width * 0.5,
      row,
      { size: 7 },
    );
  }
}
