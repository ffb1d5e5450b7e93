import { heavy, medium, type Pen, range, thin } from "./drawing-pen";
import { notes, revisionCloud, table, tag, viewTitle } from "./sheet-annotations";
import type { SheetContext } from "./sheet-context";
import { generalNotes, planNotes, structuralNotes } from "./sheet-texts";

const columnsOf = (...columns: [title: string, width: number][]) =>
  columns.map(([title, width]) => ({ title, width }));
const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

function drawDoorTypes(pen: Pen, x: number, y: number): void {
  for (const index of range(0, 7)) {
    const left = x + index * 118;
    const width = index % 3 === 2 ? 80 : 50;
    pen.box(left, y, width, 118, { ...heavy, fill: 0.97 });
    pen.box(left + 4, y + 4, width - 8, 114, medium);
    if (index % 3 === 2) pen.line(left + width / 2, y + 4, left + width / 2, y + 118, medium);
    if (index % 2) pen.box(left + 12, y + 14, width - 24, 40, { ...thin, fill: 0.82 });
    if (index > 4) pen.hatch(left + 12, y + 70, width - 24, 34, 5, 0, thin);
    pen.circle(left + width - 10, y + 66, 2, { ...thin, fill: 0 });
    tag(pen, left + width / 2, y + 140, "ABCDEFGH".charAt(index), "circle");
  }
}

function drawWindowTypes(pen: Pen, x: number, y: number): void {
  for (const index of range(0, 5)) {
    const left = x + index * 160;
    const width = 60 + (index % 3) * 30;
    pen.box(left, y, width, 110, { ...heavy, fill: 0.85 });
    pen.box(left + 5, y + 5, width - 10, 100, medium);
    const parts = 1 + (index % 3);
    pen.lines(
      range(1, parts).map((part) => [
        [left + (part * width) / (parts + 1), y + 5],
        [left + (part * width) / (parts + 1), y + 105],
      ]),
      medium,
    );
    pen.lines(
      [
        [
          [left + 5, y + 105],
          [left + width / (parts + 1) / 2, y + 5],
          [left + width / (parts + 1), y + 105],
        ],
      ],
      { ...thin, dash: [6, 4] },
    );
    tag(pen, left + width / 2, y + 132, "ABCDEF".charAt(index), "hexagon");
  }
}

export function drawDoorSchedule(pen: Pen, { change }: SheetContext): void {
  const changed = change("door rating");
  const doors = range(0, 63).map((index) => [
    String(101 + index + (index > 27 ? 72 : 0)),
    pick(
      ["CLASSROOM", "STAIR 1", "CORRIDOR", "UNIT ENTRY", "BATH", "STORAGE", "ELECTRICAL", "SHOP"],
      index * 3,
    ),
    pick([`3'-0"`, `3'-0"`, `2'-8"`, `6'-0"`], index),
    pick([`7'-0"`, `7'-0"`, `8'-0"`], index),
    '1-3/4"',
    pick(["ABCDEFGH"], 0).charAt(index % 8),
    pick(["WD", "HM", "AL"], index),
    pick(["HM", "HM", "AL", "WD"], index),
    index === 20 && changed ? "45 MIN" : pick(["20 MIN", "-", "90 MIN", "-"], index),
    String((index % 9) + 1),
    pick(["", "CLOSER, SMOKE SEAL", "PANIC DEVICE", "", "PRIVACY LOCK"], index),
  ]);
  const columns = columnsOf(
    ["NO.", 46],
    ["ROOM", 100],
    ["WIDTH", 54],
    ["HEIGHT", 56],
    ["THICK.", 54],
    ["TYPE", 42],
    ["MATL.", 48],
    ["FRAME", 50],
    ["RATING", 60],
    ["HDW.", 42],
    ["REMARKS", 132],
  );
  const width = 684;
  for (const half of [0, 1])
    table(
      pen,
      90 + half * (width + 24),
      80,
      half ? "DOOR SCHEDULE, CONTINUED" : "DOOR SCHEDULE",
      columns,
      doors.slice(half * 32, half * 32 + 32),
      { rowHeight: 21 },
    );
  if (changed?.delta) revisionCloud(pen, 530, 120 + 21 * 20, 76, 26, changed.delta);
  const windows = range(0, 19).map((index) => [
    "ABCDEF".charAt(index % 6) + String(Math.floor(index / 6) + 1),
    pick([`6'-0"`, `3'-0"`, `8'-0"`, `7'-6"`], index),
    pick([`5'-4"`, `5'-4"`, `8'-0"`], index),
    pick(["SLIDER", "FIXED", "CASEMENT", "STOREFRONT"], index),
    pick(["VINYL", "VINYL", "ALUMINUM"], index),
    pick(["0.30", "0.28", "0.36"], index),
    pick(["0.23", "0.25"], index),
    pick(["TEMPERED", "EGRESS", "", "STC 35"], index),
  ]);
  table(
    pen,
    1510,
    80,
    "WINDOW SCHEDULE",
    columnsOf(
      ["TYPE", 56],
      ["WIDTH", 80],
      ["HEIGHT", 80],
      ["OPERATION", 110],
      ["FRAME", 100],
      ["U", 70],
      ["SHGC", 70],
      ["REMARKS", 170],
    ),
    windows,
    { rowHeight: 24 },
  );
  const finishes = range(0, 13).map((index) => [
    String(101 + index),
    pick(["CLASSROOM", "LOBBY", "SHOP", "CORRIDOR", "BATH", "ELECTRICAL"], index),
    pick(["LVT-1", "CPT-2", "CONC", "TILE-1"], index),
    pick(["RB-1", "TB-1", "RB-2"], index),
    pick(["PT-1", "PT-2", "TILE-3"], index),
    pick(["ACT-1", "GB, PT-1"], index),
    pick([`9'-0"`, `10'-0"`, `12'-0"`], index),
  ]);
  table(
    pen,
    1510,
    680,
    "FINISH SCHEDULE",
    columnsOf(
      ["ROOM", 70],
      ["NAME", 146],
      ["FLOOR", 100],
      ["BASE", 100],
      ["WALLS", 110],
      ["CEILING", 110],
      ["HEIGHT", 100],
    ),
    finishes,
    { rowHeight: 24 },
  );
  drawDoorTypes(pen, 110, 1010);
  viewTitle(pen, 110, 1220, 1, "DOOR TYPES", '1/4" = 1\'-0"');
  drawWindowTypes(pen, 110, 1320);
  viewTitle(pen, 110, 1520, 2, "WINDOW TYPES", '1/4" = 1\'-0"');
  notes(pen, 1510, 1140, 700, "SCHEDULE NOTES", planNotes.floor.slice(2, 8), 10);
}

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

function drawNoteColumns(
  pen: Pen,
  columns: readonly (readonly [title: string, lines: readonly string[]])[],
  size: number,
): void {
  for (const [index, [title, lines]] of columns.entries()) {
    notes(pen, 100 + index * 545, 120, 500, title, lines, size);
  }
}

export function drawGeneralNotes(pen: Pen): void {
  drawNoteColumns(
    pen,
    [
      ["GENERAL NOTES", generalNotes.slice(0, 16)],
      ["BUILDING CODE NOTES", generalNotes.slice(8, 24)],
      ["ENERGY AND CALGREEN NOTES", generalNotes.slice(16)],
      ["ACCESSIBILITY NOTES", [...planNotes.floor, ...generalNotes.slice(28)]],
    ],
    16,
  );
  const rows = range(0, 9).map((index) => [
    pick(
      [
        "SHOP 1",
        "SHOP 2",
        "SHOP 3",
        "CLASSROOM A",
        "CLASSROOM B",
        "LOBBY",
        "LEASING",
        "FITNESS",
        "STORAGE",
        "MAIL",
      ],
      index,
    ),
    String(1600 - index * 134),
    pick(["60", "60", "60", "35", "35", "15", "150", "50", "300", "300"], index),
    String(27 - index * 2),
    pick(["2", "1"], index),
    `${(5.4 - index * 0.3).toFixed(1)}"`,
    '36"',
  ]);
  table(
    pen,
    100,
    1310,
    "OCCUPANT LOADS AND EXIT WIDTHS",
    columnsOf(
      ["ROOM", 190],
      ["AREA", 120],
      ["SF PER PERSON", 160],
      ["LOAD", 120],
      ["EXITS", 120],
      ["REQUIRED", 150],
      ["PROVIDED", 185],
    ),
    rows,
    { rowHeight: 28, size: 12 },
  );
  table(
    pen,
    1190,
    1310,
    "FIRE-RESISTANCE RATINGS (CBC TABLE 601)",
    columnsOf(["ELEMENT", 330], ["TYPE IA", 130], ["TYPE VA", 130], ["DESIGN", 445]),
    [
      ["STRUCTURAL FRAME", "3 HOURS", "1 HOUR", "UL D902, UL L570"],
      ["BEARING WALLS, EXTERIOR", "3 HOURS", "1 HOUR", "UL U356"],
      ["BEARING WALLS, INTERIOR", "3 HOURS", "1 HOUR", "GA WP 3510"],
      ["FLOORS", "2 HOURS", "1 HOUR", "UL L528"],
      ["ROOF", "1-1/2 HOURS", "1 HOUR", "UL P522"],
      ["SHAFTS", "2 HOURS", "2 HOURS", "UL U415"],
      ["CORRIDORS", "1 HOUR", "1 HOUR", "UL U305"],
    ],
    { rowHeight: 32, size: 12 },
  );
}

export function drawStructuralNotes(pen: Pen, { change }: SheetContext): void {
  const lines = change("bearing pressure")
    ? structuralNotes.map((line) => line.replace("2,500 PSF", "2,000 PSF"))
    : structuralNotes;
  drawNoteColumns(
    pen,
    [
      ["DESIGN CRITERIA", lines.slice(0, 8)],
      ["CONCRETE AND STEEL", lines.slice(8, 16)],
      ["WOOD AND CONNECTIONS", lines.slice(12, 20)],
      ["INSPECTION", lines.slice(18)],
    ],
    18,
  );
  const inspections = [
    "CONCRETE PLACEMENT",
    "REINFORCING STEEL",
    "EPOXY ANCHORS",
    "FIELD WELDS",
    "HIGH-STRENGTH BOLTS",
    "SHEAR WALL NAILING",
    "HOLD-DOWNS",
    "SOIL COMPACTION",
    "POST-TENSIONING",
  ].map((name, index) => [
    name,
    pick(["CONTINUOUS", "PERIODIC"], index),
    pick(["CBC 1705.3", "CBC 1705.2", "CBC 1705.12"], index),
    pick(["X", ""], index),
    pick(["", "X"], index),
  ]);
  table(
    pen,
    100,
    960,
    "SPECIAL INSPECTIONS",
    columnsOf(["WORK", 330], ["KIND", 160], ["REFERENCE", 190], ["SHOP", 90], ["FIELD", 90]),
    inspections,
    { rowHeight: 32, size: 12 },
  );
  const laps = range(3, 11).map((size) => [
    `#${size}`,
    ...[48, 62, 72, 40].map((diameters) => `${Math.round((diameters * size) / 8)}"`),
  ]);
  table(
    pen,
    1010,
    960,
    "LAP SPLICES",
    columnsOf(["BAR", 90], ["3,000 PSI", 120], ["TOP BARS", 120], ["4,000 PSI", 120], ["5,000 PSI", 120]),
    laps,
    { rowHeight: 32, size: 12 },
  );
  const loads = [
    ["ROOF", "18", "20"],
    ["FLOOR, UNITS", "32", "40"],
    ["CORRIDOR", "32", "100"],
    ["BALCONY", "24", "60"],
    ["PODIUM", "225", "100"],
    ["STAIR", "40", "100"],
    ["MECHANICAL", "35", "150"],
  ];
  table(pen, 1640, 960, "DESIGN LOADS (PSF)", columnsOf(["AREA", 300], ["DEAD", 130], ["LIVE", 130]), loads, {
    rowHeight: 32,
    size: 12,
  });
}

export function drawEquipmentSchedules(pen: Pen): void {
  const groups = ["ROOFTOP UNITS", "HEAT PUMPS", "EXHAUST FANS", "VAV BOXES", "AIR OUTLETS", "PUMPS"];
  for (const [group, title] of groups.entries()) {
    const rows = range(1, 13).map((index) => [
      `${pick(["RTU", "HP", "EF", "VAV", "SD", "P"], group)}-${index}`,
      pick(["ROOF", "UNIT", "CORRIDOR", "SHOP"], index + group),
      String(400 + ((index * 137 + group * 61) % 2600)),
      `${(0.4 + ((index + group) % 5) * 0.15).toFixed(2)}"`,
      pick(["208 / 3", "208 / 1", "120 / 1"], index + group),
      `${(1.8 + ((index * 7) % 30) * 0.7).toFixed(1)}`,
      String(38 + ((index * 91) % 900)),
      pick(["1, 2", "1, 3", "2, 4, 5"], index),
    ]);
    table(
      pen,
      90 + (group % 2) * 1090,
      80 + Math.floor(group / 2) * 430,
      title,
      columnsOf(
        ["MARK", 100],
        ["SERVES", 150],
        ["CFM", 120],
        ["ESP", 110],
        ["VOLT / PH", 140],
        ["MCA", 110],
        ["WEIGHT", 120],
        ["NOTES", 200],
      ),
      rows,
      { rowHeight: 26, size: 11 },
    );
  }
  notes(pen, 90, 1420, 1050, "NOTES", planNotes.mechanical, 11);
}

export function drawSingleLine(pen: Pen): void {
  const bus = { weight: 5, gray: 0 };
  const wire = { weight: 1.6, gray: 0.1 };
  pen.lines(
    [
      [
        [420, 120],
        [420, 330],
      ],
    ],
    wire,
  );
  pen.circles(
    [
      [420, 170],
      [420, 196],
    ],
    18,
    { ...medium, weight: 1.6 },
  );
  pen.text(450, 180, "UTILITY TRANSFORMER, 500 KVA, 208Y/120 V", { size: 11 });
  pen.box(398, 240, 44, 44, { ...heavy, fill: 1 });
  pen.text(420, 268, "M", { size: 22, isBold: true, align: "center" });
  pen.line(140, 330, 1130, 330, bus);
  pen.text(150, 318, "MAIN SWITCHBOARD MSB, 1600 A, 208Y/120 V, 3 PH, 4 W, 65 KAIC", {
    size: 12,
    isBold: true,
  });
  pen.box(110, 100, 1050, 320, { ...medium, dash: [14, 6] });
  for (const [index, name] of ["H1", "H2", "L1", "L2", "L3", "L4", "EV", "ELEV"].entries()) {
    const x = 180 + index * 128;
    pen.lines(
      [
        [
          [x, 330],
          [x, 360],
        ],
        [
          [x, 372],
          [x, 620],
        ],
        [
          [x, 360],
          [x + 9, 373],
        ],
      ],
      wire,
    );
    pen.text(x + 12, 372, `${[400, 225, 200, 100][index % 4]} A / 3P`, { size: 9 });
    pen.text(x - 6, 560, `(4) #${[4, 2, 1, 3][index % 4]}/0 + #4 G, 2-1/2" C`, { size: 8.5, turn: 90 });
    pen.box(x - 40, 620, 80, 110, { ...heavy, fill: 0.95 });
    pen.lines(
      range(640, 715, 12).flatMap(
        (y) =>
          [
            [
              [x - 32, y],
              [x - 4, y],
            ],
            [
              [x + 4, y],
              [x + 32, y],
            ],
          ] as const,
      ),
      thin,
    );
    pen.text(x, 750, `PANEL ${name}`, { size: 12, isBold: true, align: "center" });
    pen.text(x, 765, `FAULT ${(18.4 - index * 1.3).toFixed(1)} KA`, { size: 9, align: "center" });
  }
  viewTitle(pen, 130, 830, 1, "SINGLE-LINE DIAGRAM", "NONE");
  for (const [panel, name] of ["H1", "L1", "L2"].entries()) {
    const rows = range(0, 20).map((row) => [
      String(row * 2 + 1),
      pick(["LIGHTING", "RECEPTACLES", "RANGE", "WATER HEATER", "HEAT PUMP", "DRYER", "SPARE"], row + panel),
      pick(["20/1", "50/2", "30/2"], row),
      String(400 + ((row * 217 + panel * 90) % 3200)),
      String(300 + ((row * 331 + panel * 50) % 3600)),
      pick(["20/1", "30/2", "40/2"], row + 1),
      pick(["RECEPTACLES", "DISHWASHER", "LIGHTING", "EXHAUST FAN", "SIGN", "SPARE"], row + panel),
      String(row * 2 + 2),
    ]);
    table(
      pen,
      90 + panel * 725,
      900,
      `PANEL ${name}   225 A MLO   208Y/120 V   3 PH   4 W`,
      columnsOf(
        ["CKT", 44],
        ["LOAD", 170],
        ["CB", 62],
        ["VA", 70],
        ["VA", 70],
        ["CB", 62],
        ["LOAD", 170],
        ["CKT", 47],
      ),
      rows,
      { rowHeight: 30, size: 11 },
    );
  }
  notes(pen, 1240, 120, 480, "POWER NOTES", planNotes.power, 11);
  table(
    pen,
    1760,
    100,
    "LOAD CALCULATION (CEC 220)",
    columnsOf(["LOAD", 250], ["CONNECTED (KVA)", 130], ["DEMAND (KVA)", 110]),
    [
      ["GENERAL LIGHTING", "88.4", "39.2"],
      ["RECEPTACLES", "64.0", "37.0"],
      ["RANGES", "288.0", "79.2"],
      ["HEAT PUMPS", "141.6", "141.6"],
      ["WATER HEATERS", "54.0", "54.0"],
      ["ELEVATORS", "48.0", "45.6"],
      ["EV CHARGING", "115.2", "115.2"],
      ["TOTAL", "799.2", "511.8"],
    ],
    { rowHeight: 30, size: 11 },
  );
}
