import { drawFixtures, drawRoomNames } from "./building-rooms";
import { backgroundTone, building, drawWalls, fullTone, grid, unitsOf } from "./building-walls";
import { centerLine, type Pen, range, thin } from "./drawing-pen";
import {
  bubble,
  dimensions,
  northArrow,
  notes,
  revisionCloud,
  scaleBar,
  sectionMark,
  tag,
  viewTitle,
} from "./sheet-annotations";
import type { SheetContext } from "./sheet-context";
import { keynotes, planNotes } from "./sheet-texts";

export const planScale = { words: '3/16" = 1\'-0"', pointsPerFoot: 13.5 };
const corner = { x: 215, y: 215 };
const notesColumn = { x: 1945, y: 120, width: 310 };
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

function drawPlanTitle(pen: Pen, title: string): void {
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

const levelTitle = (level: number, words: string) => `${ordinals[level] ?? ""} FLOOR ${words}`;

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

/** A legend of the symbols of a discipline. */
function drawSymbols(pen: Pen, x: number, y: number, names: readonly string[]): void {
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

function drawBackground(pen: Pen, level: number): Pen {
  const plan = inPlan(pen);
  drawFixtures(plan, level, 0.74);
  drawGrid(plan, {}, { ...centerLine, gray: 0.7 });
  drawWalls(plan, level, backgroundTone);
  return plan;
}

export function drawPlumbingPlan(pen: Pen, { level }: SheetContext): void {
  const plan = drawBackground(pen, level);
  drawRoomNames(plan, level, 0.62);
  const cold = { weight: 1.7, gray: 0, dash: [16, 4, 3, 4] };
  const hot = { weight: 1.7, gray: 0, dash: [16, 4, 3, 3, 3, 4] };
  const waste = { weight: 2.6, gray: 0.15 };
  const vent = { weight: 1.4, gray: 0.1, dash: [7, 5] };
  plan.lines(
    [
      [
        [116, 10],
        [116, 43],
        [3, 43],
      ],
    ],
    cold,
  );
  plan.lines(
    [
      [
        [98, 33],
        [98, 44.8],
        [5, 44.8],
      ],
    ],
    hot,
  );
  plan.lines(
    [
      [
        [2, 46.4],
        [100, 46.4],
        [118, 46.4],
        [126, 46.4],
      ],
    ],
    waste,
  );
  for (const [index, x] of range(4, 112, 12).entries()) {
    const [end, back] = index % 2 ? [31, 46.4] : [56, 46.4];
    plan.lines(
      [
        [
          [x, back],
          [x, end],
          [x + 3.5, end],
        ],
      ],
      waste,
    );
    plan.lines(
      [
        [
          [x + 1, 43],
          [x + 1, end + 1.2],
          [x + 4, end + 1.2],
        ],
      ],
      cold,
    );
    plan.lines(
      [
        [
          [x + 1.8, 44.8],
          [x + 1.8, end + 2.2],
          [x + 4, end + 2.2],
        ],
      ],
      hot,
    );
    plan.lines(
      [
        [
          [x - 0.8, end],
          [x - 0.8, end - 6],
        ],
      ],
      vent,
    );
    plan.circles(
      [
        [x, end],
        [x + 3.5, end],
        [x - 0.8, end - 6],
      ],
      0.45,
      { weight: 0.9, gray: 0, fill: 1 },
    );
    const labels = ['3" W', '4" W', '2" V'];
    plan.text(x + 0.6, end - 0.6, labels[index % 2] ?? "", { size: 7.5 });
    plan.text(x - 0.4, end - 6.6, labels[2] ?? "", { size: 7.5 });
    plan.text(x + 4.4, end + 1.5, '3/4" CW', { size: 6.5 });
    plan.text(x + 4.4, end + 2.6, '3/4" HW', { size: 6.5 });
    tag(plan, x + 5.2, end - 1.6, `P${(index % 5) + 1}`, "hexagon");
  }
  plan.text(20, 42.6, '2-1/2" CW', { size: 8 });
  plan.text(20, 46, '6" SANITARY AT 1/4" PER FOOT, INVERT -3.42\'', { size: 8 });
  plan.circles(
    [
      [93, 32],
      [99, 32],
    ],
    1.6,
    { weight: 1.6, gray: 0 },
  );
  plan.text(93, 29.6, "WH-1, 2", { size: 8, isBold: true });
  const next = notes(
    pen,
    notesColumn.x,
    notesColumn.y,
    notesColumn.width,
    "PLUMBING NOTES",
    planNotes.plumbing,
  );
  drawSymbols(pen, notesColumn.x, next + 24, [
    "CLEANOUT",
    "FLOOR DRAIN",
    "BACKFLOW PREVENTER",
    "SHUTOFF VALVE",
    "HOSE BIBB",
  ]);
  drawPlanTitle(pen, levelTitle(level, "PLUMBING PLAN"));
}

export function drawMechanicalPlan(pen: Pen, { level }: SheetContext): void {
  const plan = drawBackground(pen, level);
  drawRoomNames(plan, level, 0.62);
  const duct = { weight: 1.5, gray: 0, fill: 0.9 };
  plan.box(4, 42.6, 112, 2.2, duct);
  plan.box(52, 36, 5, 9, duct);
  plan.lines(
    [
      [
        [52, 36],
        [57, 45],
      ],
      [
        [57, 36],
        [52, 45],
      ],
    ],
    thin,
  );
  for (const [index, x] of range(8, 112, 13).entries()) {
    for (const [from, to] of [
      [42.6, 14],
      [44.8, 74],
    ] as const) {
      if (from < 43 && x > 46 && x < 72) continue;
      const top = Math.min(from, to);
      plan.box(x, top, 1.3, Math.abs(to - from), duct);
      for (const y of [to, (from + to) / 2]) {
        plan.box(x - 2.4, y - 0.35, 2.4, 0.7, duct);
        plan.boxes(
          [
            [x - 4.4, y - 1, 2, 2],
            [x - 3.9, y - 0.5, 1, 1],
          ],
          { weight: 1.1, gray: 0, fill: 1 },
        );
        plan.lines(
          [
            [
              [x - 4.4, y - 1],
              [x - 2.4, y + 1],
            ],
            [
              [x - 2.4, y - 1],
              [x - 4.4, y + 1],
            ],
          ],
          thin,
        );
        plan.text(x - 3.4, y + 2.4, `${120 + ((index * 35) % 180)} CFM`, { size: 6.5, align: "center" });
      }
      plan.text(x + 1.7, (from + to) / 2 + 3, "14X10", { size: 7, turn: 90 });
      plan.circle(x + 3.4, (from * 2 + to) / 3, 0.55, { weight: 0.9, gray: 0, fill: 1 });
      plan.text(x + 3.4, (from * 2 + to) / 3 + 0.2, "T", { size: 7, align: "center" });
    }
    tag(plan, x + 0.6, 43.7, `VAV-${index + 1}`, "box");
  }
  plan.text(30, 44.1, "36X16 SUPPLY", { size: 7.5 });
  const next = notes(
    pen,
    notesColumn.x,
    notesColumn.y,
    notesColumn.width,
    "MECHANICAL NOTES",
    planNotes.mechanical,
  );
  drawSymbols(pen, notesColumn.x, next + 24, [
    "SUPPLY DIFFUSER",
    "THERMOSTAT",
    "SMOKE DETECTOR",
    "RETURN GRILLE",
    "FIRE DAMPER",
  ]);
  drawPlanTitle(pen, levelTitle(level, "MECHANICAL PLAN"));
}

/** Receptacles or lights, with the curves of their circuits. */
function drawElectrical(pen: Pen, level: number, isLighting: boolean): void {
  const plan = drawBackground(pen, level);
  const places = range(6, 114, 12).flatMap((x, column) =>
    [5, 14, 24, 34, 44, 54, 64, 74, 83].map((y, row) => ({
      x: x + (isLighting ? 0 : ((row * 5) % 9) - 4),
      y,
      column,
      row,
    })),
  );
  const wire = { weight: 1, gray: 0.1 };
  for (const { x, y, column, row } of places) {
    if (isLighting) {
      plan.box(x - 1, y - 2, 2, 4, { weight: 1.2, gray: 0, fill: 0.95 });
      plan.text(x + 1.5, y - 1, "A", { size: 7 });
    } else {
      plan.circle(x, y, 0.75, { weight: 1.1, gray: 0, fill: 1 });
      plan.lines(
        [
          [
            [x - 1.1, y - 0.28],
            [x + 1.1, y - 0.28],
          ],
          [
            [x - 1.1, y + 0.28],
            [x + 1.1, y + 0.28],
          ],
        ],
        wire,
      );
    }
    plan.text(x + 1.5, y + 0.8, String(((column * 9 + row) % 42) + 1), { size: 6.5 });
    if (row % 3 > 0) plan.arc(x - 7, y - 4.6, 8.2, -34, 34, wire);
    else {
      plan.lines(
        [
          [
            [x, y + 1],
            [x - 2.6, y + 3.6],
          ],
          [
            [x - 2.6, y + 3.6],
            [x - 2.4, y + 2.7],
          ],
          [
            [x - 2.6, y + 3.6],
            [x - 1.7, y + 3.5],
          ],
        ],
        wire,
      );
      plan.text(
        x - 5.4,
        y + 4.6,
        `${level === 1 ? "H" : "L"}${(column % 3) + 1}-${((column * 3 + row) % 40) + 1},${((column * 3 + row) % 40) + 3}`,
        { size: 6.5 },
      );
    }
  }
  if (level > 1) return;
  plan.boxes(
    range(0, 4).map((index) => [105 + index * 2.6, 36.4, 2.4, 2.4]),
    { weight: 1.4, gray: 0, fill: 0.2 },
  );
  plan.text(105, 35.8, "MSB   MDP   H1   H2   L1", { size: 7.5, isBold: true });
}

export function drawPowerPlan(pen: Pen, { level, change }: SheetContext): void {
  drawElectrical(pen, level, false);
  const changed = change("outlet height");
  const lines = changed
    ? planNotes.power.map((line) => line.replace("18 INCHES", "15 INCHES"))
    : planNotes.power;
  const next = notes(pen, notesColumn.x, notesColumn.y, notesColumn.width, "POWER NOTES", lines);
  drawSymbols(pen, notesColumn.x, next + 24, [
    "PANELBOARD",
    "DUPLEX RECEPTACLE",
    "QUADRUPLEX RECEPTACLE",
    "DISCONNECT SWITCH",
    "DATA OUTLET",
  ]);
  drawPlanTitle(pen, levelTitle(level, "POWER PLAN"));
}

export function drawLightingPlan(pen: Pen, { level }: SheetContext): void {
  drawElectrical(pen, level, true);
  const next = notes(
    pen,
    notesColumn.x,
    notesColumn.y,
    notesColumn.width,
    "LIGHTING NOTES",
    planNotes.lighting,
  );
  drawSymbols(pen, notesColumn.x, next + 24, [
    "LUMINAIRE, TYPE A",
    "DOWNLIGHT, TYPE C",
    "OCCUPANCY SENSOR",
    "EMERGENCY LUMINAIRE",
    "EXIT SIGN",
  ]);
  drawPlanTitle(pen, levelTitle(level, "LIGHTING PLAN"));
}
