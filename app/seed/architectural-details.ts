import {
  concrete,
  drawConcrete,
  drawEarth,
  drawInsulation,
  drawStipple,
  drawStud,
  steel,
  wood,
} from "./detail-materials";
import type { Detail } from "./detail-sheets";
import { dashed, light, medium, type Pen, range, thin } from "./drawing-pen";

function drawWallPlan(pen: Pen, variant: number): void {
  const depth = [14, 10, 18, 8][variant % 4] ?? 14;
  const top = 34;
  for (const layer of range(0, variant % 3))
    pen.box(4, top - 2.2 * (layer + 1), 92, 2.2, { ...thin, fill: 0.96 });
  for (const layer of range(0, (variant + 1) % 3))
    pen.box(4, top + depth + 2.2 * layer, 92, 2.2, { ...thin, fill: 0.96 });
  for (const x of range(8, 84, 25.3)) drawStud(pen, x, top, 5, depth);
  for (const x of range(13.2, 72, 25.3)) drawInsulation(pen, x, top + 1, 20, depth - 2);
  if (variant % 2) pen.hatch(4, top + depth + 6, 92, 6, 1.6, 45, thin);
  if (variant % 2) pen.box(4, top + depth + 6, 92, 6, medium);
  pen.lines(
    [
      [
        [4, 16],
        [4, 66],
      ],
      [
        [96, 16],
        [96, 66],
      ],
    ],
    { ...dashed, dash: [20, 4, 4, 4] },
  );
  pen.lines(
    [
      [
        [10.5, 24],
        [35.8, 24],
      ],
      [
        [10.5, 22],
        [10.5, 30],
      ],
      [
        [35.8, 22],
        [35.8, 30],
      ],
    ],
    thin,
  );
  pen.text(23, 22.5, '16" O.C.', { size: 8, align: "center" });
}

export function drawWallBase(pen: Pen, variant: number): void {
  drawConcrete(pen, 30, 46, 66, 8);
  drawConcrete(pen, 24, 46, 16, 28);
  drawConcrete(pen, 14, 66, 36, 10);
  drawEarth(pen, 0, 52, 24);
  drawStud(pen, 26, 42, 12, 4);
  pen.box(26, 4, 12, 38, wood);
  drawInsulation(pen.at(38, 4), -11.5, 4, 11, 30);
  pen.box(23, 4, 2.4, 44, { ...medium, fill: 0.7 });
  if (variant % 2) pen.box(14, 4, 7, 44, { ...medium, fill: 1 });
  if (variant % 2) pen.hatch(14, 4, 7, 44, 1.4, 45, thin);
  pen.box(38.6, 4, 2.2, 41, { ...thin, fill: 0.95 });
  pen.lines(
    [
      [
        [32, 40],
        [32, 60],
        [36, 60],
      ],
    ],
    { weight: 2, gray: 0 },
  );
  pen.circles(
    [
      [20, 72],
      [32, 72],
      [44, 72],
    ],
    1,
    { ...thin, fill: 0 },
  );
  pen.line(40, 55.4, 96, 55.4, { weight: 1.6, gray: 0, dash: [10, 4] });
}

function drawParapet(pen: Pen, variant: number): void {
  pen.box(30, 12, 10, 60, wood);
  drawStud(pen, 30, 12, 10, 4);
  drawStud(pen, 30, 44, 10, 4);
  pen.polygon(
    [
      [24, 10],
      [46, 6],
      [46, 9],
      [24, 13],
    ],
    steel,
  );
  pen.box(26, 13, 3, 60, { ...medium, fill: 0.75 });
  pen.hatch(26, 13, 3, 60, 2.4, 0, thin);
  pen.polygon(
    [
      [41, 46],
      [96, 42 + (variant % 3)],
      [96, 34],
      [41, 37],
    ],
    { ...thin, fill: 0.93 },
  );
  for (const x of range(44, 92, 4))
    pen.lines(
      [
        [
          [x, 45],
          [x + 3, 36.5],
        ],
        [
          [x + 3, 45],
          [x, 36.5],
        ],
      ],
      light,
    );
  pen.lines(
    [
      [
        [40.5, 14],
        [40.5, 34],
        [44, 36.6],
        [96, 33.6],
      ],
    ],
    { weight: 2.2, gray: 0 },
  );
  pen.box(41, 48, 55, 2.4, { ...thin, fill: 0.7 });
  for (const x of range(44, 88, 18)) drawStud(pen, x, 50.4, 4, 18);
  pen.box(41, 69, 55, 2.4, { ...thin, fill: 0.96 });
}

function drawWindowHead(pen: Pen, variant: number): void {
  pen.box(30, 2, 14, 18, wood);
  drawStud(pen, 30, 20, 14, 4);
  drawStud(pen, 30, 24, 14, 4);
  drawStud(pen, 30, 56, 14, 4);
  pen.box(30, 60, 14, 18, wood);
  pen.box(44, 2, 2, 28, { ...thin, fill: 0.95 });
  pen.box(44, 54, 2, 24, { ...thin, fill: 0.95 });
  for (const y of [2, 60]) pen.box(26, y, 3, 22, { ...medium, fill: 0.75 });
  pen.boxes(
    [
      [31, 29, 9, 4],
      [31, 51, 9, 4],
    ],
    { ...medium, fill: 0.6 },
  );
  pen.lines(
    [
      [
        [34.6, 33],
        [34.6, 51],
      ],
      [
        [36, 33],
        [36, 51],
      ],
    ],
    { weight: 1, gray: 0 },
  );
  pen.polygon(
    [
      [22, 57],
      [44, 54.6],
      [44, 56],
      [22, 59],
    ],
    steel,
  );
  pen.lines(
    [
      [
        [30, 12],
        [25, 13],
        [25, 29],
        [22, 30],
      ],
    ],
    { weight: 1.8, gray: 0 },
  );
  if (variant % 2) pen.hatch(12, 2, 12, 20, 2, 45, thin);
  if (variant % 2) pen.box(12, 2, 12, 20, medium);
  pen.lines(
    [
      [
        [44, 40],
        [52, 40],
      ],
      [
        [44, 44],
        [52, 44],
      ],
    ],
    dashed,
  );
}

function drawStair(pen: Pen, variant: number): void {
  const steps = range(0, 6);
  const points = steps.flatMap(
    (step) =>
      [
        [14 + step * 11, 66 - step * 7],
        [14 + step * 11, 59 - step * 7],
      ] as const,
  );
  pen.polygon([...points, [91, 17], [91, 27], [20, 74], [14, 74]], concrete);
  for (const step of steps) drawStipple(pen, 14 + step * 11, 61 - step * 7, 10, 5);
  pen.lines(
    [
      [
        [16, 24],
        [88, -22 + 4 * (variant % 2)],
      ],
    ].map((line) => line.map(([x = 0, y = 0]) => [x, y + 12] as const)),
    { weight: 2.4, gray: 0 },
  );
  pen.lines(
    steps.map((step) => [
      [19 + step * 11, 59 - step * 7],
      [19 + step * 11, 34 - step * 7],
    ]),
    { weight: 1.4, gray: 0 },
  );
  pen.lines(
    [
      [
        [20, 70],
        [88, 26],
      ],
    ],
    { weight: 1.8, gray: 0 },
  );
  pen.text(26, 56, '11"', { size: 8 });
  pen.text(38, 50, '7"', { size: 8 });
}

export const architectural: Detail[] = [
  {
    title: "WALL TYPE",
    scale: '3" = 1\'-0"',
    notes: [
      ['5/8" TYPE X GYPSUM BOARD, TYPICAL', 62, 35],
      ['2X STUDS AT 16" O.C.', 61, 40],
      ["BATT INSULATION, FULL DEPTH", 73, 41],
      ["ACOUSTIC SEALANT, BOTH SIDES", 90, 46],
    ],
    draw: drawWallPlan,
  },
  {
    title: "BASE OF WALL",
    scale: '1-1/2" = 1\'-0"',
    notes: [
      ['WEEP SCREED 4" ABOVE GRADE', 24, 47],
      ["PRESERVATIVE-TREATED SILL PLATE", 35, 44],
      ['5/8" ANCHOR BOLT AT 48" O.C.', 32, 56],
      ["15-MIL VAPOR RETARDER", 76, 55.4],
    ],
    draw: drawWallBase,
  },
  {
    title: "PARAPET",
    scale: '1-1/2" = 1\'-0"',
    notes: [
      ["METAL COPING, SLOPE TO ROOF", 40, 8],
      ["MEMBRANE UP AND OVER PARAPET", 41, 28],
      ["TAPERED INSULATION, R-38", 70, 39],
      ["FIRE-RETARDANT SHEATHING", 76, 49],
    ],
    draw: drawParapet,
  },
  {
    title: "WINDOW HEAD AND SILL",
    scale: '3" = 1\'-0"',
    notes: [
      ["SELF-ADHERED FLASHING", 27, 13],
      ["SHIM AND BACKER ROD WITH SEALANT", 39, 30],
      ["SLOPED SILL WITH END DAMS", 40, 56],
      ["VINYL WINDOW, U-0.30", 38, 53],
    ],
    draw: drawWindowHead,
  },
];

export const exterior: Detail[] = [
  {
    title: "EXIT STAIR",
    scale: '1" = 1\'-0"',
    notes: [
      ['1-1/2" STEEL HANDRAIL', 60, 10],
      ["CAST-IN NOSING, CONTRASTING STRIPE", 68, 31],
      ['#4 AT 12" EACH WAY', 60, 44],
      ["SLIP-RESISTANT FINISH", 42, 45],
    ],
    draw: drawStair,
  },
  ...architectural.slice(1),
];
