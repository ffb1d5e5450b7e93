import { inUnit, unitsOf, unitWalls, type Wall, wallsOf } from "./building-layout";
import { type Paint, type Pen, type Point, range } from "./drawing-pen";
import { tag } from "./sheet-annotations";

/** How walls look: in full, or gray below the work of another discipline. */
export type Tone = { outline: Paint; opening: Paint; hasTags: boolean };
export const fullTone: Tone = {
  outline: { weight: 0.9, gray: 0, fill: 0.3 },
  opening: { weight: 0.6, gray: 0.2 },
  hasTags: true,
};
export const backgroundTone: Tone = {
  outline: { weight: 0.5, gray: 0.6, fill: 0.86 },
  opening: { weight: 0.4, gray: 0.68 },
  hasTags: false,
};

export function drawWalls(pen: Pen, level: number, tone: Tone, isDoorMoved = false): void {
  let doors = 0;
  for (const wall of wallsOf(level, isDoorMoved)) {
    for (const center of drawWall(pen, wall, tone)) {
      doors += 1;
      if (tone.hasTags) tag(pen, center[0], center[1], `${level}${String(doors).padStart(2, "0")}`, "circle");
    }
  }
  if (level > 1) {
    for (const unit of unitsOf(level)) for (const wall of unitWalls) drawWall(inUnit(pen, unit), wall, tone);
  }
}

/** Draws a wall with its openings, and returns places for the tags of its doors. */
function drawWall(pen: Pen, [x, y, length, direction, thickness, openings = []]: Wall, tone: Tone): Point[] {
  const isDown = direction === "down";
  const place = (along: number, aside: number): Point =>
    isDown ? [x + aside, y + along] : [x + along, y + aside];
  const half = thickness / 2;
  const solid = (from: number, to: number): [number, number, number, number] => {
    const [left, top] = place(from, -half);
    return isDown ? [left, top, thickness, to - from] : [left, top, to - from, thickness];
  };
  const solids: [number, number, number, number][] = [];
  const tags: Point[] = [];
  let from = 0;
  for (const [kind, at, width, hinge = 0, swing = 1] of openings) {
    solids.push(solid(from, at));
    from = at + width;
    if (kind === "window" || kind === "storefront") drawGlass(pen, place, { kind, at, width, half }, tone);
    if (kind === "door" || kind === "pair") {
      const leaves =
        kind === "pair"
          ? [
              { hinge: 0, width: width / 2 },
              { hinge: 1, width: width / 2 },
            ]
          : [{ hinge, width }];
      for (const leaf of leaves) {
        const pivot = place(at + leaf.hinge * width, 0);
        const open = place(at + leaf.hinge * width, swing * leaf.width);
        pen.line(...pivot, ...open, { ...tone.opening, weight: 1.2 });
        const inDirection = leaf.hinge === 0 ? 1 : -1;
        const closedAngle = isDown ? 90 * inDirection : inDirection === 1 ? 0 : 180;
        const openAngle = isDown ? (swing === 1 ? 0 : 180) : 90 * swing;
        const turn = ((openAngle - closedAngle + 540) % 360) - 180;
        pen.arc(...pivot, leaf.width, closedAngle, closedAngle + turn, { ...tone.opening, weight: 0.4 });
      }
      tags.push(place(at + width / 2, -swing * 1.6));
    }
  }
  solids.push(solid(from, length));
  pen.boxes(solids, tone.outline);
  return tags;
}

type Glass = { kind: "window" | "storefront"; at: number; width: number; half: number };

function drawGlass(
  pen: Pen,
  place: (along: number, aside: number) => Point,
  glass: Glass,
  { opening }: Tone,
): void {
  const { kind, at, width, half } = glass;
  const edge = kind === "window" ? half : half * 0.5;
  pen.lines(
    [-edge, 0, edge].map((aside) => [place(at, aside), place(at + width, aside)]),
    opening,
  );
  const mullions = kind === "window" ? [0, width / 2, width] : range(0, width, width / 4);
  pen.lines(
    mullions.map((along) => [place(at + along, -edge), place(at + along, edge)]),
    opening,
  );
}
