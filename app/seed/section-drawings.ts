import { building, grid } from "./building-layout";
import { heavy, light, medium, type Pen, range, thin } from "./drawing-pen";
import { drawGridBubbles, drawLevels, elevationScale, floors, inView } from "./elevation-drawings";
import { leader, notes, viewTitle } from "./sheet-annotations";
import { elevationNotes } from "./sheet-keynotes";

function drawCut(view: Pen, width: number, walls: readonly number[]): void {
  const cut = { weight: 1.8, gray: 0, fill: 0.25 };
  const stud = { weight: 1, gray: 0, fill: 0.5 };
  for (const [index, floor] of floors.slice(0, 6).entries()) {
    const depth = index === 0 ? 0.8 : 1.3;
    view.box(0, floor - depth, width, depth, { ...medium, fill: index < 2 ? 0.72 : 0.95 });
    if (index >= 2)
      view.lines(
        range(1.3, width - 1, 1.33).map((x) => [
          [x, floor - 1.2],
          [x, floor - 0.1],
        ]),
        thin,
      );
    view.box(0, floor - 0.12, width, 0.12, cut);
  }
  for (const [index, floor] of floors.slice(0, 5).entries()) {
    const height = (floors[index + 1] ?? 60) - floor - 1.3;
    view.boxes(
      [0, width - 0.9].map((x) => [x, floor, 0.9, height]),
      cut,
    );
    view.boxes(
      walls.map((x) => [x - 0.3, floor, 0.6, height]),
      stud,
    );
    view.line(0.9, floor + height - 0.8, width - 0.9, floor + height - 0.8, thin);
    view.boxes(
      walls.map((x) => [x + 3, floor, 3, 7]),
      { ...thin, fill: 1 },
    );
    for (const [room, x] of [0, ...walls].entries()) {
      const next = walls[room] ?? width;
      const words =
        index === 0 ? ["SHOP", "CORRIDOR", "DAY CARE", "SERVICE"] : ["UNIT", "CORRIDOR", "UNIT", "UNIT"];
      view.text((x + next) / 2, floor + 3.6, next - x > 6 ? (words[room % 4] ?? "") : "", {
        size: 8,
        align: "center",
      });
    }
  }
  view.boxes(
    [
      [0, 56, 0.9, 4],
      [width - 0.9, 56, 0.9, 4],
    ],
    cut,
  );
  for (const x of [0, ...walls, width]) {
    view.polygon(
      [
        [x - 2.6, -4.6],
        [x + 2.6, -4.6],
        [x + 2.6, -2.6],
        [x + 0.7, -2.6],
        [x + 0.7, -0.8],
        [x - 0.7, -0.8],
        [x - 0.7, -2.6],
        [x - 2.6, -2.6],
      ],
      { weight: 1.6, gray: 0, fill: 0.72 },
    );
    view.circles(
      [x - 1.8, x, x + 1.8].map((at) => [at, -4.1]),
      0.16,
      { ...thin, fill: 0 },
    );
  }
  view.hatch(-14, -7, width + 28, 2.4, 1.4, 45, light);
}

function drawStairs(view: Pen, x: number): void {
  for (const [index, floor] of floors.slice(0, 5).entries()) {
    const half = ((floors[index + 1] ?? 60) - floor) / 2;
    const steps = range(0, 9);
    const treads = (from: number, direction: 1 | -1, base: number) =>
      steps.flatMap((step): [number, number][] => [
        [from + direction * step * 0.9, base + (step * half) / 10],
        [from + direction * step * 0.9, base + ((step + 1) * half) / 10],
      ]);
    view.box(x - 0.4, floor - 0.1, 14, half * 2 - 1.2, { ...medium, fill: 1 });
    view.lines([treads(x + 2, 1, floor), treads(x + 11, -1, floor + half)], { weight: 1.3, gray: 0 });
    view.lines(
      [
        [
          [x + 2, floor + 3],
          [x + 11, floor + half + 3],
        ],
        [
          [x + 11, floor + half + 3],
          [x + 2, floor + half * 2 + 2],
        ],
      ],
      medium,
    );
    view.box(x + 10.5, floor + half - 0.5, 3, 0.5, { ...thin, fill: 0.3 });
  }
}

export function drawSections(pen: Pen): void {
  for (const [index, width] of [building.width, building.depth].entries()) {
    const y = 740 + index * 820;
    const view = inView(pen, 260 + (120 - width) * 4, y);
    drawCut(view, width, index ? [20, 40, 48, 68] : [24, 48, 72, 96]);
    if (!index) drawStairs(view, 50);
    drawLevels(view, width);
    drawGridBubbles(view, index ? grid.y : grid.x, index ? "ABCDEF" : "123456");
    view.line(-14, 0, 0, 0, heavy);
    view.line(width, 0, width + 14, 0, heavy);
    leader(
      view,
      [width * 0.35, 23.9],
      [width + 34, 32],
      'FLOOR: 3/4" PLYWOOD, I-JOISTS AT 16", RESILIENT CHANNEL, TWO LAYERS TYPE X',
    );
    leader(view, [width * 0.6, 13.4], [width + 34, 18], 'PODIUM: 14" POST-TENSIONED SLAB, 3-HOUR');
    leader(
      view,
      [width * 0.7, 55.4],
      [width + 34, 50],
      "ROOF: SINGLE-PLY MEMBRANE ON R-38 TAPERED INSULATION",
    );
    viewTitle(pen, 140, y + 100, index + 1, index ? "CROSS SECTION" : "LONGITUDINAL SECTION", elevationScale);
  }
  notes(pen, 1945, 120, 310, "SECTION NOTES", elevationNotes.toReversed());
}
