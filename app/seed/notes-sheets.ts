import { itemAt } from "./demo-random";
import { type Pen, range } from "./drawing-pen";
import { columnsOf, notes, table } from "./sheet-annotations";
import type { SheetContext } from "./sheet-context";
import { generalNotes, planNotes, structuralNotes } from "./sheet-texts";

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
    itemAt(
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
    itemAt(["60", "60", "60", "35", "35", "15", "150", "50", "300", "300"], index),
    String(27 - index * 2),
    itemAt(["2", "1"], index),
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
    itemAt(["CONTINUOUS", "PERIODIC"], index),
    itemAt(["CBC 1705.3", "CBC 1705.2", "CBC 1705.12"], index),
    itemAt(["X", ""], index),
    itemAt(["", "X"], index),
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
