import { drawWallBase } from "./architectural-details";
import { concrete, drawConcrete, drawEarth, drawStipple, steel } from "./detail-materials";
import type { Detail } from "./detail-sheets";
import { medium, type Pen, range, thin } from "./drawing-pen";

function drawFooting(pen: Pen, variant: number): void {
  const half = 22 + (variant % 3) * 6;
  drawConcrete(pen, 50 - half, 52, half * 2, 18);
  drawConcrete(pen, 44, 18, 12, 34);
  drawEarth(pen, 4, 30, 40);
  drawEarth(pen, 56, 30, 40);
  pen.lines(
    [
      [
        [46, 20],
        [46, 66],
        [40, 66],
      ],
      [
        [54, 20],
        [54, 66],
        [60, 66],
      ],
    ],
    { weight: 1.8, gray: 0 },
  );
  pen.lines(
    range(24, 50, 5).map((y) => [
      [45, y],
      [55, y],
    ]),
    { weight: 1.3, gray: 0 },
  );
  pen.circles(
    range(50 - half + 4, 50 + half - 4, 6).map((x) => [x, 67.4]),
    0.9,
    { ...thin, fill: 0 },
  );
  pen.line(50 - half + 3, 65.6, 50 + half - 3, 65.6, { weight: 1.8, gray: 0 });
  pen.lines(
    [
      [
        [50 - half, 76],
        [50 + half, 76],
      ],
      [
        [50 - half, 74],
        [50 - half, 78],
      ],
      [
        [50 + half, 74],
        [50 + half, 78],
      ],
    ],
    thin,
  );
  pen.text(50, 75, `${5 + (variant % 3)}'-0" SQ.`, { size: 8, align: "center" });
}

function drawColumnBase(pen: Pen, variant: number): void {
  drawConcrete(pen, 14, 50, 72, 26);
  pen.box(30, 46, 40, 3.4, steel);
  pen.box(32, 49.2, 36, 1.6, { ...thin, fill: 0.7 });
  if (variant % 2) pen.boxes([[42, 4, 16, 42]], { ...medium, fill: 0.9 });
  else
    pen.boxes(
      [
        [40, 4, 2.4, 42],
        [57.6, 4, 2.4, 42],
        [42.4, 4, 15.2, 42],
      ],
      { ...medium, fill: 0.92 },
    );
  for (const x of [34, 66]) {
    pen.box(x - 0.8, 42, 1.6, 30, steel);
    pen.boxes(
      [
        [x - 2.2, 43.6, 4.4, 2.2],
        [x - 2.4, 70, 4.8, 1.8],
      ],
      steel,
    );
  }
  pen.polygon(
    [
      [40, 46],
      [36.5, 46],
      [40, 42.5],
    ],
    steel,
  );
  pen.polygon(
    [
      [60, 46],
      [63.5, 46],
      [60, 42.5],
    ],
    steel,
  );
  pen.circles(
    range(20, 80, 10).map((x) => [x, 72]),
    0.9,
    { ...thin, fill: 0 },
  );
  pen.line(17, 73.6, 83, 73.6, { weight: 1.6, gray: 0 });
}

function drawBeamConnection(pen: Pen, variant: number): void {
  pen.boxes(
    [
      [10, 4, 3, 72],
      [29, 4, 3, 72],
      [13, 4, 16, 72],
    ],
    { ...medium, fill: 0.92 },
  );
  const depth = 26 + (variant % 3) * 6;
  const top = 40 - depth / 2;
  pen.boxes(
    [
      [35, top, 61, 3],
      [35, top + depth - 3, 61, 3],
      [35, top + 3, 61, depth - 6],
    ],
    { ...medium, fill: 0.95 },
  );
  pen.box(32, top + 6, 13, depth - 12, { ...medium, fill: 0.75 });
  pen.circles(
    range(top + 9, top + depth - 9, 5).flatMap(
      (y) =>
        [
          [39, y],
          [42.6, y],
        ] as const,
    ),
    1.1,
    { ...thin, fill: 0.1 },
  );
  pen.box(35, top - 5, 61, 5, concrete);
  drawStipple(pen, 35, top - 5, 61, 5);
  pen.lines(
    range(40, 92, 8).map((x) => [
      [x, top],
      [x, top - 3.6],
    ]),
    { weight: 2, gray: 0 },
  );
  pen.lines(
    [
      [
        [88, 4],
        [92, 30],
        [86, 34],
        [94, 40],
        [90, 76],
      ],
    ],
    thin,
  );
  if (variant % 2)
    pen.boxes(
      [
        [13, top, 16, 2],
        [13, top + depth - 2, 16, 2],
      ],
      steel,
    );
}

export const structural: Detail[] = [
  {
    title: "COLUMN FOOTING",
    scale: '3/4" = 1\'-0"',
    notes: [
      ["#5 DOWELS TO MATCH VERTICAL BARS", 54, 26],
      ['#4 TIES AT 6" O.C.', 53, 39],
      ['3" CLEAR, TYPICAL', 70, 60],
      ["BOTTOM BARS PER SCHEDULE", 62, 67],
    ],
    draw: drawFooting,
  },
  {
    title: "BASE PLATE",
    scale: '1" = 1\'-0"',
    notes: [
      ['(4) 1" F1554 GRADE 55 RODS', 66, 43],
      ['1-1/4" BASE PLATE', 69, 47.6],
      ['1-1/2" NON-SHRINK GROUT', 67, 50],
      ['5/16" FILLET WELD, BOTH SIDES', 61, 45],
    ],
    draw: drawColumnBase,
  },
  {
    title: "BEAM TO COLUMN",
    scale: '1" = 1\'-0"',
    notes: [
      ['3/8" SHEAR TAB', 44, 34],
      ['(3) 7/8" A325 BOLTS', 42, 40],
      ['3/4" STUDS AT 12" O.C.', 64, 24],
      ["COPE TOP FLANGE", 50, 52],
    ],
    draw: drawBeamConnection,
  },
  {
    title: "HOLD-DOWN AT SHEAR WALL",
    scale: '1-1/2" = 1\'-0"',
    notes: [
      ["EDGE NAILING TO POST", 37, 20],
      ["HOLD-DOWN AT 6X6 POST", 36, 36],
      ["PLATE WASHER 3X3X1/4", 34, 43],
      ["ANCHOR ROD PER SCHEDULE", 32, 60],
    ],
    draw: drawWallBase,
  },
];
