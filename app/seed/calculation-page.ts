import { type Pen, thin } from "./drawing-pen";

export const page = { width: 612, height: 792, left: 72, right: 558 };
export type Line = readonly [name: string, formula: string, result: string];

export const heading = (pen: Pen, y: number, words: string) => {
  pen.text(page.left, y, words, { size: 13, isBold: true });
  pen.line(page.left, y + 4, page.right, y + 4, thin);
};

export function drawLines(pen: Pen, y: number, lines: readonly Line[]): number {
  for (const [index, [name, formula, result]] of lines.entries()) {
    const baseline = y + index * 19;
    pen.text(page.left + 6, baseline, name, { size: 10 });
    pen.text(page.left + 130, baseline, formula, { size: 10 });
    pen.text(page.right - 6, baseline, result, { size: 10, isBold: true, align: "right" });
  }
  return y + lines.length * 19;
}
