import { dashed, heavy, light, medium, type Pen, range, thin } from "./drawing-pen";
import { leader, revisionCloud, viewTitle } from "./sheet-annotations";
import type { SheetContext } from "./sheet-context";

// A detail is drawn in a box of 100 by 80 units.
/** What a note says, and the point that it is about. */
type Note = readonly [words: string, x: number, y: number];
type Detail = {
  title: string;
  scale: string;
  notes: readonly Note[];
  draw(pen: Pen, variant: number): void;
};

const concrete = { weight: 1.6, gray: 0, fill: 0.84 };
const steel = { weight: 1.2, gray: 0, fill: 0.15 };
const wood = { weight: 1, gray: 0, fill: 0.97 };

function drawStipple(pen: Pen, x: number, y: number, width: number, height: number): void {
  const count = Math.round(width * height * 0.12);
  const places = range(0, count - 1).map(
    (index) => [x + ((index * 0.618_034) % 1) * width, y + ((index * 0.414_214) % 1) * height] as const,
  );
  pen.circles(
    places.filter((_, index) => index % 4),
    0.16,
    { weight: 0.3, gray: 0.3 },
  );
  pen.lines(
    places
      .filter((_, index) => index % 4 === 0)
      .map(([left, top]) => [
        [left, top],
        [left + 0.9, top + 0.2],
        [left + 0.4, top - 0.7],
        [left, top],
      ]),
    { weight: 0.4, gray: 0.3 },
  );
}

function drawConcrete(pen: Pen, x: number, y: number, width: number, height: number): void {
  pen.box(x, y, width, height, concrete);
  drawStipple(pen, x, y, width, height);
}

function drawInsulation(pen: Pen, x: number, y: number, width: number, height: number): void {
  const loops = range(x + 1, x + width - 1, 2);
  pen.arcs(
    loops.flatMap(
      (at) =>
        [
          [at, y + height * 0.28, 1, 180, 360],
          [at + 1, y + height * 0.72, 1, 0, 180],
        ] as const,
    ),
    { weight: 0.45, gray: 0.4 },
  );
  pen.lines(
    loops.flatMap((at) => [
      [
        [at - 1, y + height * 0.28],
        [at, y + height * 0.72],
      ],
      [
        [at + 1, y + height * 0.28],
        [at, y + height * 0.72],
      ],
    ]),
    { weight: 0.45, gray: 0.4 },
  );
}

function drawStud(pen: Pen, x: number, y: number, width: number, height: number): void {
  pen.box(x, y, width, height, wood);
  pen.lines(
    [
      [
        [x, y],
        [x + width, y + height],
      ],
      [
        [x + width, y],
        [x, y + height],
      ],
    ],
    thin,
  );
}

function drawEarth(pen: Pen, x: number, y: number, width: number): void {
  pen.line(x, y, x + width, y, heavy);
  for (const at of range(x + 2, x + width - 6, 9)) pen.hatch(at, y, 5, 4, 1.1, 45, thin);
}

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

function drawWallBase(pen: Pen, variant: number): void {
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

const architectural: Detail[] = [
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
const structural: Detail[] = [
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
      ["HOLD-DOWN AT 6X6 POST", 36, 36],
      ["ANCHOR ROD PER SCHEDULE", 32, 50],
      ["PLATE WASHER 3X3X1/4", 34, 43],
      ["EDGE NAILING TO POST", 37, 20],
    ],
    draw: drawWallBase,
  },
];
const exterior: Detail[] = [
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

const cell = { width: 545, height: 520 };

function drawDetails(pen: Pen, details: readonly Detail[], cloud?: { delta?: number }): void {
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
  if (cloud?.delta) revisionCloud(pen, 95, 90, 480, 380, cloud.delta);
}

export const drawWallDetails = (pen: Pen) => drawDetails(pen, architectural);
export const drawExteriorDetails = (pen: Pen) => drawDetails(pen, exterior);
export const drawStructuralDetails = (pen: Pen, { change }: SheetContext) =>
  drawDetails(pen, structural, change("footing detail"));
