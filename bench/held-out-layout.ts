import type { Random } from "../app/seed/demo-random";
import type { Area } from "./held-out-drawing";
import type { HeldOutPen, Paper } from "./held-out-pen";

export type HeldOutSheet = { number: string; title: string; position: number; total: number };

/** A way in which offices draw a title block. */
export type Layout = {
  name: string;
  paper: Paper;
  area: Area;
  numbers: string[];
  draw: (pen: HeldOutPen, sheet: HeldOutSheet, random: Random) => void;
  /** What stands in place of a plan. */
  drawArea?: (pen: HeldOutPen, random: Random, area: Area, sheet: HeldOutSheet) => void;
};

export const archD: Paper = { width: 2592, height: 1728 };
export const bold = { font: "Helvetica-Bold" } as const;
export const centered = { align: "center" } as const;

/** The area beside a strip at the right side, or above one at the foot. */
export const areaOf = ({ width, height }: Paper, strip: { right?: number; bottom?: number }): Area => ({
  left: 50,
  top: 50,
  right: width - 50 - (strip.right ?? 0),
  bottom: height - 50 - (strip.bottom ?? 0),
});

/** A title in lines that a narrow box has room for. */
export function titleLines(title: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of title.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
