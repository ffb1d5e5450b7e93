import { building, grid } from "./building-layout";
import { dashed, heavy, light, medium, type Pen, range } from "./drawing-pen";
import { drawGrid, drawKeyPlan, inPlan, planScale } from "./plan-frame";
import {
  leader,
  northArrow,
  notes,
  revisionCloud,
  scaleBar,
  table,
  tag,
  viewTitle,
} from "./sheet-annotations";
import type { SheetContext } from "./sheet-context";
import { foundationNotes, framingNotes } from "./sheet-keynotes";

const columns = grid.x.flatMap((x) => grid.y.map((y) => [x, y] as const));

function drawTitle(pen: Pen, title: string): void {
  viewTitle(pen, 110, 1590, 1, title, planScale.words);
  scaleBar(pen, 760, 1582, planScale.pointsPerFoot);
  drawKeyPlan(pen);
  northArrow(pen, 2180, 1590);
}

function drawShearWalls(plan: Pen): void {
  const walls = [
    [0, 6, 0, 18],
    [120, 6, 0, 18],
    [0, 58, 0, 24],
    [120, 58, 0, 24],
    [8, 0, 12, 0],
    [100, 0, 12, 0],
    [8, 88, 12, 0],
    [100, 88, 12, 0],
    [48, 22, 0, 16],
    [72, 22, 0, 16],
  ] as const;
  for (const [index, [x, y, width, depth]] of walls.entries()) {
    plan.box(x - 0.4, y - 0.4, width + 0.8, depth + 0.8, { weight: 1.6, gray: 0, fill: 0.15 });
    tag(plan, x + width / 2 + 2, y + depth / 2 + 2, `SW${(index % 4) + 1}`, "box");
    plan.circles(
      [
        [x, y],
        [x + width, y + depth],
      ],
      0.6,
      { ...medium, fill: 1 },
    );
    plan.text(x + 1, y - 1, "HD8", { size: 7 });
  }
}

export function drawFoundationPlan(pen: Pen, { change }: SheetContext): void {
  const plan = inPlan(pen);
  plan.box(0, 0, building.width, building.depth, { weight: 1.6, gray: 0 });
  for (const x of range(12, 108, 12)) plan.line(x, 0, x, 88, { ...dashed, gray: 0.7 });
  for (const y of range(12, 76, 12)) plan.line(0, y, 120, y, { ...dashed, gray: 0.7 });
  const strip = { weight: 0.9, gray: 0.15, dash: [9, 5] };
  for (const x of grid.x) plan.boxes([[x - 1.5, -1.5, 3, 91]], strip);
  for (const y of grid.y) plan.boxes([[-1.5, y - 1.25, 123, 2.5]], strip);
  for (const [index, [x, y]] of columns.entries()) {
    const size = index % 3 === 0 ? 7 : index % 3 === 1 ? 6 : 5;
    plan.box(x - size / 2, y - size / 2, size, size, { weight: 1.4, gray: 0, dash: [10, 5], fill: 0.96 });
    plan.hatch(x - size / 2, y - size / 2, size, size, 0.8, 45, { weight: 0.25, gray: 0.7 });
    plan.box(x - 0.8, y - 0.8, 1.6, 1.6, { weight: 1.4, gray: 0, fill: 0.1 });
    plan.text(x + size / 2 + 0.3, y - size / 2 - 0.4, `F${size}`, { size: 9, isBold: true });
    plan.text(x + size / 2 + 0.3, y + size / 2 + 1.2, "(-2'-6\")", { size: 7 });
  }
  drawShearWalls(plan);
  drawGrid(plan, change("bay width") ? { 2: `24'-6"` } : {});
  for (const x of range(12, 108, 24)) {
    plan.text(x, 32, '6" SLAB ON GRADE', { size: 8, align: "center" });
    plan.text(x, 33.4, '#4 @ 16" E.W.', { size: 8, align: "center" });
    plan.lines(
      [
        [
          [x - 6, 74],
          [x + 6, 74],
        ],
        [
          [x - 6, 74],
          [x - 5, 73.4],
        ],
        [
          [x + 6, 74],
          [x + 5, 74.6],
        ],
      ],
      medium,
    );
    plan.text(x, 73.2, '#5 @ 12" T & B', { size: 7.5, align: "center" });
  }
  leader(plan, [56, 24], [63, 15], 'ELEVATOR PIT, 5\'-0" DEEP, 12" MAT', 110);
  plan.box(57, 20.5, 14.5, 8.8, { weight: 1.2, gray: 0, dash: [8, 4] });
  const next = notes(pen, 1945, 120, 310, "FOUNDATION NOTES", foundationNotes);
  const rows = [5, 6, 7].map((size) => [
    `F${size}`,
    `${size}'-0" SQ.`,
    `${size * 4}"`,
    `(${size + 1}) #${size === 5 ? 5 : 6} E.W.`,
  ]);
  table(
    pen,
    1945,
    next + 16,
    "FOOTING SCHEDULE",
    [
      { title: "MARK", width: 50 },
      { title: "SIZE", width: 90 },
      { title: "DEPTH", width: 60 },
      { title: "BOTTOM BARS", width: 110 },
    ],
    rows,
  );
  drawTitle(pen, "FOUNDATION PLAN");
}

export function drawFramingPlan(pen: Pen, { level, change }: SheetContext): void {
  const plan = inPlan(pen);
  const moved = change("beam");
  plan.box(0, 0, building.width, building.depth, heavy);
  for (const [bay, x] of grid.x.slice(0, -1).entries()) {
    for (const [row, y] of grid.y.slice(0, -1).entries()) {
      const depth = (grid.y[row + 1] ?? 88) - y;
      const isCore = bay === 2 && row === 1;
      if (isCore) continue;
      plan.lines(
        range(x + 1.33, x + 23, 1.333).map((at) => [
          [at, y + 0.4],
          [at, y + depth - 0.4],
        ]),
        { weight: 0.55, gray: 0.4 },
      );
      plan.lines(
        [
          [
            [x + 1, y + depth / 2],
            [x + 23, y + depth / 2],
          ],
          [
            [x + 1, y + depth / 2],
            [x + 2.2, y + depth / 2 - 0.7],
          ],
          [
            [x + 23, y + depth / 2],
            [x + 21.8, y + depth / 2 - 0.7],
          ],
        ],
        medium,
      );
      plan.box(x + 5, y + depth / 2 - 1.7, 14, 1.5, { weight: 0, fill: 1 });
      plan.text(x + 12, y + depth / 2 - 0.6, '14" TJI 560 @ 16" O.C.', { size: 8, align: "center" });
    }
  }
  for (const [index, y] of grid.y.entries()) {
    for (const [bay, x] of grid.x.slice(0, -1).entries()) {
      plan.box(x + 1, y - 0.3, 22, 0.6, { weight: 1, gray: 0, fill: 0.15 });
      plan.box(x + 7, y - 1.9, 10, 1.4, { weight: 0, fill: 1 });
      plan.text(x + 12, y - 0.8, index % 5 ? `W18X${35 + bay * 5}` : `GLB 6-3/4 X ${18 + bay}`, {
        size: 8.5,
        align: "center",
        isBold: true,
      });
    }
  }
  const beam = moved ? 62 : 58;
  plan.box(72.6, beam, 23, 0.7, { weight: 1.2, gray: 0, fill: 0 });
  plan.text(84, beam - 0.6, "(3) 1-3/4 X 14 LVL DROPPED", { size: 8, align: "center" });
  if (moved?.delta) revisionCloud(plan, 71, beam - 3, 26, 5, moved.delta);
  plan.boxes(
    columns.map(([x, y]) => [x - 0.6, y - 0.6, 1.2, 1.2]),
    { weight: 1, gray: 0, fill: 0 },
  );
  plan.box(57, 20.5, 14.5, 19, { weight: 1.4, gray: 0, fill: 1 });
  plan.lines(
    [
      [
        [57, 20.5],
        [71.5, 39.5],
      ],
      [
        [71.5, 20.5],
        [57, 39.5],
      ],
    ],
    light,
  );
  plan.text(64.2, 30, "OPEN TO BELOW", { size: 9, align: "center" });
  drawShearWalls(plan);
  drawGrid(plan);
  const next = notes(pen, 1945, 120, 310, "FRAMING NOTES", framingNotes);
  const rows = range(1, 4).map((index) => [
    `SW${index}`,
    `15/32" STR. I`,
    `10d @ ${[6, 4, 3, 2][index - 1]}"`,
    `${[340, 510, 665, 870][index - 1]} PLF`,
  ]);
  table(
    pen,
    1945,
    next + 16,
    "SHEAR WALL SCHEDULE",
    [
      { title: "MARK", width: 50 },
      { title: "SHEATHING", width: 100 },
      { title: "NAILS", width: 80 },
      { title: "CAPACITY", width: 80 },
    ],
    rows,
  );
  drawTitle(pen, level > 1 ? "SECOND FLOOR FRAMING PLAN" : "ROOF FRAMING PLAN");
}
