import { drawRoomNames } from "./building-rooms";
import { type Pen, range, thin } from "./drawing-pen";
import { drawBackground, drawPlanTitle, drawSymbols, levelTitle, notesColumn } from "./plan-frame";
import { notes, tag } from "./sheet-annotations";
import type { SheetContext } from "./sheet-context";
import { planNotes } from "./sheet-texts";

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
