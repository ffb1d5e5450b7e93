import { building, grid } from "./building-layout";
import { drawFixtures } from "./building-rooms";
import { backgroundTone, drawWalls } from "./building-walls";
import { centerLine, type Pen, thin } from "./drawing-pen";
import { bubble, dimensions, northArrow, notes, scaleBar, viewTitle } from "./sheet-annotations";
import { keynotes } from "./sheet-texts";

export const planScale = { words: '3/16" = 1\'-0"', pointsPerFoot: 13.5 };
const corner = { x: 215, y: 215 };
export const notesColumn = { x: 1945, y: 120, width: 310 };
const ordinals = ["", "FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH"];

export const inPlan = (pen: Pen) => pen.at(corner.x, corner.y, planScale.pointsPerFoot);

/** The lines and bubbles of the columns around a plan, and its dimensions. */
export function drawGrid(plan: Pen, labels: Record<number, string> = {}, paint = centerLine): void {
  for (const [index, x] of grid.x.entries()) {
    plan.line(x, -9.2, x, building.depth + 6, paint);
    bubble(plan, x, -10.3, String(index + 1));
  }
  for (const [index, y] of grid.y.entries()) {
    plan.line(-9.2, y, building.width + 5, y, paint);
    bubble(plan, -10.3, y, "ABCDEF".charAt(index));
  }
  dimensions(plan, grid.x, -7, "across", labels);
  dimensions(plan, [0, building.width], -8.4, "across");
  dimensions(plan, grid.y, -7, "down");
  dimensions(plan, [0, building.depth], -8.4, "down");
}

export function drawPlanTitle(pen: Pen, title: string): void {
  viewTitle(pen, 110, 1590, 1, title, planScale.words);
  scaleBar(pen, 760, 1582, planScale.pointsPerFoot);
  northArrow(pen, 2180, 1590);
  drawKeyPlan(pen);
}

/** The place of the plan in the block, and the keynotes of all plans. */
export function drawKeyPlan(pen: Pen): void {
  notes(pen, notesColumn.x, 820, notesColumn.width, "KEYNOTES", keynotes);
  pen.text(notesColumn.x, 1330, "KEY PLAN", { size: 13, isBold: true });
  pen.line(notesColumn.x, 1336, notesColumn.x + notesColumn.width, 1336, { weight: 1.1, gray: 0.1 });
  const key = pen.at(notesColumn.x + 20, 1360, 1.5);
  key.box(0, 0, building.width, building.depth, { weight: 1.6, gray: 0, fill: 0.9 });
  key.hatch(0, 0, building.width, building.depth, 5, 45, thin);
  key.boxes([[126, 20, 52, 68]], { weight: 1, gray: 0.3, dash: [6, 4] });
  key.text(152, 56, "BUILDING B", { size: 8, align: "center" });
  key.box(38, 36, 46, 14, { weight: 0, fill: 1 });
  key.text(61, 46, "THIS PLAN", { size: 9, isBold: true, align: "center" });
}

export const levelTitle = (level: number, words: string) => `${ordinals[level] ?? ""} FLOOR ${words}`;

/** A legend of the symbols of a discipline. */
export function drawSymbols(pen: Pen, x: number, y: number, names: readonly string[]): void {
  pen.text(x, y, "SYMBOLS", { size: 13, isBold: true });
  for (const [index, name] of names.entries()) {
    const at = y + 28 + index * 26;
    const paint = { weight: 1, gray: 0.1, fill: 1 };
    if (index % 3 === 0) pen.box(x + 4, at - 8, 24, 14, paint);
    else pen.circle(x + 16, at - 1, 8, paint);
    if (index % 3 !== 1)
      pen.lines(
        [
          [
            [x + 8, at - 1],
            [x + 24, at - 1],
          ],
          [
            [x + 16, at - 8],
            [x + 16, at + 6],
          ],
        ],
        thin,
      );
    pen.text(x + 48, at + 2, name, { size: 9 });
  }
}

export function drawBackground(pen: Pen, level: number): Pen {
  const plan = inPlan(pen);
  drawFixtures(plan, level, 0.74);
  drawGrid(plan, {}, { ...centerLine, gray: 0.7 });
  drawWalls(plan, level, backgroundTone);
  return plan;
}
