import { architectural, exterior } from "./architectural-details";
import { light, type Pen, range } from "./drawing-pen";
import { leader, viewTitle } from "./sheet-annotations";
import { structural } from "./structural-details";

/** What a note says, and the point that it is about. */
type Note = readonly [words: string, x: number, y: number];
export type Detail = {
  title: string;
  scale: string;
  notes: readonly Note[];
  draw(pen: Pen, variant: number): void;
};

const cell = { width: 545, height: 520 };

function drawDetails(pen: Pen, details: readonly Detail[]): void {
  for (const index of range(0, 11)) {
    const detail = details[index % details.length] as Detail;
    const round = Math.floor(index / details.length);
    const [x, y] = [80 + (index % 4) * cell.width, 70 + Math.floor(index / 4) * (cell.height + 14)];
    const box = pen.at(x + 16, y + 50, 3.9);
    pen.box(x, y, cell.width, cell.height + 14, light);
    detail.draw(box, round + (index % details.length));
    for (const [line, [words, left, top]] of detail.notes.entries()) {
      leader(box, [left, top], [102, 8 + line * 20], words, 112);
    }
    const title = `${detail.title} ${"ABC".charAt(round)}`;
    viewTitle(pen, x + 40, y + cell.height - 40, index + 1, title, detail.scale);
  }
}

export const drawWallDetails = (pen: Pen) => drawDetails(pen, architectural);
export const drawExteriorDetails = (pen: Pen) => drawDetails(pen, exterior);
export const drawStructuralDetails = (pen: Pen) => drawDetails(pen, structural);
