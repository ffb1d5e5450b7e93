import { itemAt, randomFrom } from "../app/seed/demo-random";
import { agencies, unreadable } from "./held-out-agencies";
import { boxes } from "./held-out-boxes";
import { drawPlan } from "./held-out-drawing";
import type { HeldOutSheet, Layout } from "./held-out-layout";
import { others } from "./held-out-others";
import { drawPapers } from "./held-out-pen";
import { strips } from "./held-out-strips";

// Whoever wrote these has not read the rules that find sheet numbers, nor their tests: keep it so.

export type DrawnSheet = HeldOutSheet & { layout: Layout };

const titles = [
  "FIRST FLOOR PLAN",
  "SECOND FLOOR REFLECTED CEILING PLAN",
  "ROOF PLAN",
  "EXTERIOR ELEVATIONS",
  "WALL SECTIONS",
  "DOOR AND WINDOW SCHEDULES",
  "DETAILS",
  "GENERAL NOTES AND LEGEND",
  "ENLARGED RESTROOM PLANS",
];

const layouts = [...strips, ...boxes, ...others, ...agencies];

const sheetsOf = (layout: Layout, at: number): DrawnSheet[] =>
  layout.numbers.map((number, index) => ({
    layout,
    number,
    title: itemAt(titles, at * 2 + index),
    position: index + 1,
    total: 42,
  }));

/** Sheets of many offices. */
export const heldOutSheets = layouts.flatMap(sheetsOf);

/** Sheets on which no number can be read. */
export const sheetsWithoutNumber = sheetsOf(unreadable, 0);

export const drawHeldOutSheets = (sheets: DrawnSheet[]): Promise<Buffer> =>
  drawPapers(
    sheets.map(({ layout }) => layout.paper),
    (pen, index) => {
      const sheet = sheets[index] as DrawnSheet;
      const { layout } = sheet;
      const random = randomFrom(index + 1);
      if (layout.drawArea) layout.drawArea(pen, random, layout.area, sheet);
      else drawPlan(pen, random, layout.area, sheet.title);
      layout.draw(pen, sheet, random);
    },
  );
