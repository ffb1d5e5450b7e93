import { building, unitsOf } from "./building-layout";
import { drawFixtures, drawRoomNames } from "./building-rooms";
import { drawWalls, fullTone } from "./building-walls";
import { type Pen, range, thin } from "./drawing-pen";
import { drawGrid, drawPlanTitle, drawSymbols, inPlan, levelTitle, notesColumn } from "./plan-frame";
import { dimensions, notes, revisionCloud, sectionMark, tag } from "./sheet-annotations";
import type { SheetContext } from "./sheet-context";
import { planNotes } from "./sheet-texts";

export function drawFloorPlan(pen: Pen, { level, change }: SheetContext): void {
  const plan = inPlan(pen);
  const moved = change(level === 1 ? "shop door" : "electrical door");
  drawFixtures(plan, level);
  drawGrid(plan);
  drawWalls(plan, level, fullTone, Boolean(moved));
  drawRoomNames(plan, level);
  const fronts = level === 1 ? [0, 40, 56, 88, 120] : range(0, 120, 12);
  dimensions(plan, fronts, building.depth + 7.6, "across");
  dimensions(plan, [0, building.width], building.depth + 9.4, "across");
  dimensions(plan, [0, 10, 20, 40, 48, 60, 70, 88], building.width + 4.2, "down");
  if (level === 1) {
    dimensions(plan, [0.4, 24, 40, 48], 24.2, "across");
    dimensions(plan, [56.3, 72, 88], 84, "across");
  }
  for (const [index, unit] of level > 1 ? unitsOf(level).entries() : []) {
    const y = unit.isNorth ? -3 : building.depth + 3.4;
    plan.text(unit.x + 18 - (index % 2) * 12, y, `UNIT ${unit.number}`, {
      size: 10,
      isBold: true,
      align: "center",
    });
  }
  for (const [index, x] of range(6, 114, 12).entries())
    tag(plan, x, -1.6, "ABAC".charAt(index % 4), "hexagon");
  for (const [index, x] of range(10, 110, 20).entries()) tag(plan, x, 38.8, `W${(index % 3) + 1}`, "box");
  sectionMark(plan, 30, -11.4, 99, "1", "A-301");
  if (moved?.delta) revisionCloud(plan, 62, 80, 20, 11, moved.delta);
  const { x, y, width } = notesColumn;
  const next = notes(pen, x, y, width, "SHEET NOTES", planNotes.floor);
  drawWallLegend(pen, x, next + 24);
  drawPlanTitle(pen, levelTitle(level, "PLAN"));
}

function drawWallLegend(pen: Pen, x: number, y: number): void {
  pen.text(x, y, "WALL LEGEND", { size: 13, isBold: true });
  const kinds = [
    ["W1", "2X6 STUDS, BRICK VENEER, R-21", 12, 0.3],
    ["W2", "DOUBLE 2X4 STUDS, 1-HOUR, STC 56", 9, 0.3],
    ["W3", "2X4 STUDS, GYPSUM BOARD EACH SIDE", 6, 0.3],
    ["W4", "CONCRETE MASONRY, 2-HOUR", 12, 0.75],
  ] as const;
  for (const [index, [name, words, thickness, fill]] of kinds.entries()) {
    const at = y + 26 + index * 30;
    pen.box(x, at - thickness / 2, 60, thickness, { weight: 0.8, gray: 0, fill });
    if (fill > 0.5) pen.hatch(x, at - thickness / 2, 60, thickness, 5, 45, thin);
    tag(pen, x + 84, at, name, "box");
    pen.text(x + 108, at + 3, words, { size: 8.5 });
  }
}

export function drawCeilingPlan(pen: Pen, { level }: SheetContext): void {
  const plan = inPlan(pen);
  const ceilings = [
    [0.6, 48.6, 39, 39],
    [56.6, 48.6, 31, 39],
    [88.6, 60.6, 31, 27],
    [0.6, 0.6, 23, 25],
    [24.4, 0.6, 23, 25],
    [72.6, 0.6, 15, 13],
    [88.4, 0.6, 15, 13],
    [0.6, 40.5, 119, 7.1],
  ] as const;
  for (const [x, y, width, height] of ceilings) {
    plan.hatch(x, y, width, height, 2, 90, { weight: 0.35, gray: 0.55 });
    plan.hatch(x, y, width, height, 4, 0, { weight: 0.35, gray: 0.55 });
    const lights = range(x + 4, x + width - 4, 8).flatMap((left) =>
      range(y + 4, y + height - 4, 8).map((top) => [left, top, 2, 4] as const),
    );
    plan.boxes(lights, { weight: 1, gray: 0.1, fill: 0.92 });
    plan.lines(
      lights.flatMap(([left, top]) => [
        [
          [left, top],
          [left + 2, top + 4],
        ],
        [
          [left + 2, top],
          [left, top + 4],
        ],
      ]),
      thin,
    );
    const vents = range(x + 8, x + width - 4, 16).flatMap((left) =>
      range(y + 8, y + height - 4, 8).map((top) => [left, top, 2, 2] as const),
    );
    plan.boxes(vents, { weight: 0.9, gray: 0.1, fill: 1 });
    plan.boxes(
      vents.map(([left, top]) => [left + 0.5, top + 0.5, 1, 1]),
      thin,
    );
    plan.text(x + width / 2 + 1.2, y + Math.min(3, height / 2), "ACT-1   9'-0\" A.F.F.", {
      size: 7.5,
      align: "center",
    });
  }
  plan.circles(
    range(43, 53, 3.3).flatMap((x) => range(52, 84, 4).map((y) => [x, y] as const)),
    0.45,
    { weight: 0.9, gray: 0.1 },
  );
  plan.circles(
    range(6, 114, 12).flatMap(
      (x) =>
        [
          [x, 44.2],
          [x, -2],
          [x, 90],
        ] as const,
    ),
    0.35,
    { weight: 0.6, gray: 0.1, fill: 0 },
  );
  drawGrid(plan);
  drawWalls(plan, level, { ...fullTone, hasTags: false });
  const next = notes(
    pen,
    notesColumn.x,
    notesColumn.y,
    notesColumn.width,
    "CEILING NOTES",
    planNotes.ceiling,
  );
  drawSymbols(pen, notesColumn.x, next + 24, [
    "2X4 LUMINAIRE, TYPE A",
    "SUPPLY AIR DIFFUSER",
    "DOWNLIGHT, TYPE C",
    "SPRINKLER HEAD, CONCEALED",
    "EXIT SIGN, TYPE X",
  ]);
  drawPlanTitle(pen, levelTitle(level, "REFLECTED CEILING PLAN"));
}
