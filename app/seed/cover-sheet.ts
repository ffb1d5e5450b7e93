import { medium, type Pen, range, thin } from "./drawing-pen";
import { columnsOf, notes, table } from "./sheet-annotations";
import type { SheetContext } from "./sheet-context";

const codeData = [
  ["CODES", "2025 CBC, CMC, CPC, CEC, CFC, CALGREEN, ENERGY CODE"],
  ["OCCUPANCY", "R-2, M, E (DAY CARE), B, S-2"],
  ["CONSTRUCTION", "TYPE IA PODIUM, TYPE VA ABOVE (CBC 510.2)"],
  ["SPRINKLERS", "NFPA 13 THROUGHOUT"],
  ["STORIES", "5 ABOVE GRADE"],
  ["HEIGHT", "60 FEET TO PARAPET; 70 ALLOWED"],
  ["AREA PER FLOOR", "10,560 SF; 36,000 SF ALLOWED"],
  ["SEPARATIONS", "3-HOUR AT PODIUM, 1-HOUR BETWEEN UNITS"],
  ["OCCUPANT LOAD", "FIRST FLOOR 296, UPPER FLOORS 53 EACH"],
  ["EXITS", "2 REQUIRED, 3 PROVIDED AT FIRST FLOOR"],
  ["TRAVEL DISTANCE", "148 FEET; 250 ALLOWED"],
  ["RISK CATEGORY", "II"],
];

export function drawCover(pen: Pen, { project, address, index }: SheetContext): void {
  const next = pen.paragraph(110, 210, 1300, project.toUpperCase(), { size: 76, isBold: true });
  pen.text(114, next - 20, address, { size: 30, gray: 0.3 });
  pen.line(110, next + 10, 1400, next + 10, { weight: 5, gray: 0 });
  drawPerspective(pen.at(130, 1130));
  const rows = index.map(({ number, title }) => [number, title.toUpperCase()]);
  table(pen, 1480, 90, "SHEET INDEX", columnsOf(["SHEET", 110], ["TITLE", 640]), rows, {
    rowHeight: 27,
    size: 12,
  });
  table(pen, 1480, 890, "CODE DATA", columnsOf(["ITEM", 190], ["VALUE", 560]), codeData, {
    rowHeight: 29,
    size: 12,
  });
  const team = [
    ["OWNER", "Urban Housing Partners LLC"],
    ["ARCHITECT", "Northline Architects"],
    ["STRUCTURAL", "Baker Structural"],
    ["SYSTEMS", "Harlan Engineering"],
    ["SOILS", "Terra North Geotechnical"],
  ];
  table(pen, 110, 1350, "PROJECT TEAM", columnsOf(["ROLE", 150], ["FIRM", 330]), team, {
    rowHeight: 29,
    size: 12,
  });
  const areas = range(1, 5).map((level) => [
    String(level),
    level === 1 ? "M, E, B, S-2" : "R-2",
    "10,560",
    level === 1 ? "-" : "9",
  ]);
  table(
    pen,
    630,
    1350,
    "BUILDING AREAS",
    columnsOf(["FLOOR", 80], ["OCCUPANCY", 170], ["AREA (SF)", 140], ["UNITS", 100]),
    areas,
    { rowHeight: 29, size: 12 },
  );
  notes(
    pen,
    1160,
    1366,
    250,
    "DEFERRED SUBMITTALS",
    ["FIRE SPRINKLERS", "FIRE ALARM", "ELEVATORS", "STOREFRONT", "SOLAR"],
    11,
  );
  notes(
    pen,
    1480,
    1350,
    750,
    "SCOPE OF WORK",
    [
      "NEW FIVE-STORY BUILDING WITH SHOPS AND DAY CARE ON THE FIRST FLOOR AND APARTMENTS ABOVE, SITE WORK AND UTILITIES.",
      "SEPARATE PERMITS: DEMOLITION, GRADING, SIGNS.",
      "SPECIAL INSPECTIONS PER CBC CHAPTER 17; SEE S1.1.",
    ],
    12,
  );
}

/** The building seen from a corner, on the cover. */
function drawPerspective(pen: Pen): void {
  const place = (x: number, y: number, z: number) =>
    [x * 6.4 - y * 3.6 + 380, -z * 7 - x * 1.1 - y * 1.9] as const;
  const face = (points: (readonly [number, number, number])[], fill: number, weight = 0.8) =>
    pen.polygon(
      points.map(([x, y, z]) => place(x, y, z)),
      { weight, gray: 0.1, fill },
    );
  face(
    [
      [0, 0, 0],
      [120, 0, 0],
      [120, 0, 60],
      [0, 0, 60],
    ],
    0.93,
    2,
  );
  face(
    [
      [0, 0, 0],
      [0, 88, 0],
      [0, 88, 60],
      [0, 0, 60],
    ],
    0.8,
    2,
  );
  face(
    [
      [0, 0, 60],
      [120, 0, 60],
      [120, 88, 60],
      [0, 88, 60],
    ],
    0.97,
    2,
  );
  for (const floor of range(0, 4)) {
    const z = floor === 0 ? 1 : 4 + floor * 10.6;
    const height = floor === 0 ? 10 : 6;
    for (const x of range(4, 108, 12))
      face(
        [
          [x, 0, z + 2],
          [x + 8, 0, z + 2],
          [x + 8, 0, z + 2 + height],
          [x, 0, z + 2 + height],
        ],
        0.6,
      );
    for (const y of range(4, 76, 12))
      face(
        [
          [0, y, z + 2],
          [0, y + 7, z + 2],
          [0, y + 7, z + 2 + height],
          [0, y, z + 2 + height],
        ],
        0.48,
      );
    for (const x of range(4, 108, 24))
      if (floor > 0)
        for (const rail of range(0, 10))
          pen.line(...place(x + rail, -4, z + 0.6), ...place(x + rail, -4, z + 4), thin);
    pen.line(...place(0, 0, 14 + floor * 10.6), ...place(120, 0, 14 + floor * 10.6), thin);
    pen.line(...place(0, 0, 14 + floor * 10.6), ...place(0, 88, 14 + floor * 10.6), thin);
  }
  for (const x of range(10, 100, 15))
    face(
      [
        [x, 20, 60],
        [x + 9, 20, 60],
        [x + 9, 20, 65],
        [x, 20, 65],
      ],
      0.88,
    );
  pen.lines(
    range(0, 9).map((row) => [place(-30, -12 - row * 3, 0), place(118, -12 - row * 3, 0)]),
    { weight: 0.5, gray: 0.6 },
  );
  for (const x of range(-20, 112, 32)) {
    const [left, top] = place(x, -20, 0);
    pen.line(left, top, left, top - 60, medium);
    pen.circles(
      [
        [left, top - 80],
        [left - 16, top - 66],
        [left + 16, top - 66],
        [left + 4, top - 96],
      ],
      20,
      { weight: 0.6, gray: 0.3, fill: 0.97 },
    );
  }
}
