import { drawFixtures, drawRoomNames } from "./building-rooms";
import { drawWalls, fullTone } from "./building-walls";
import type { Pen } from "./drawing-pen";
import { dimensions, leader, notes, viewTitle } from "./sheet-annotations";
import { keynotes, planNotes } from "./sheet-texts";

/** A unit and the core, enlarged: the plan of a storey within a frame that hides the rest. */
export function drawEnlargedPlans(pen: Pen): void {
  drawPart(pen, { left: 0, width: 24, x: 150, title: "UNIT PLAN" });
  drawPart(pen, { left: 48, width: 24, x: 1100, title: "STAIR AND ELEVATORS" });
  notes(pen, 1945, 120, 310, "ENLARGED PLAN NOTES", [...planNotes.floor, ...planNotes.plumbing.slice(2, 6)]);
  notes(pen, 1945, 820, 310, "KEYNOTES", keynotes);
}

type Part = { left: number; width: number; x: number; title: string };

function drawPart(pen: Pen, { left, width, x, title }: Part): void {
  const scale = 28;
  const [from, to] = [left - 1, left + width + 1];
  const plan = pen.at(x - left * scale, 330, scale);
  pen.within([x - scale, 160, (to - from) * scale, 1330], () => {
    drawFixtures(plan, 2, 0.35);
    drawWalls(plan, 2, fullTone);
    drawRoomNames(plan, 2);
  });
  dimensions(plan, [left, left + 12, left + 17.5, left + width], -6.6, "across");
  dimensions(plan, [0, 13.5, 21.5, 25.5, 33.2, 40], left - 1.6, "down");
  leader(plan, [left + 5, 31], [left + width + 1.2, 33], '30" X 48" CLEAR SPACE', 120);
  leader(plan, [left + 21.8, 36.4], [left + width + 1.2, 37], "RECESSED DRYER BOX", 120);
  viewTitle(pen, x - 20, 1600, title === "UNIT PLAN" ? 1 : 2, title, '3/8" = 1\'-0"');
}
