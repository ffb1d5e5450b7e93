import { itemAt } from "./demo-random";
import { heavy, medium, type Pen, range, thin } from "./drawing-pen";
import { columnsOf, notes, revisionCloud, table, tag, viewTitle } from "./sheet-annotations";
import type { SheetContext } from "./sheet-context";
import { planNotes } from "./sheet-texts";

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
    itemAt(
      ["CLASSROOM", "STAIR 1", "CORRIDOR", "UNIT ENTRY", "BATH", "STORAGE", "ELECTRICAL", "SHOP"],
      index * 3,
    ),
    itemAt([`3'-0"`, `3'-0"`, `2'-8"`, `6'-0"`], index),
    itemAt([`7'-0"`, `7'-0"`, `8'-0"`], index),
    '1-3/4"',
    itemAt(["ABCDEFGH"], 0).charAt(index % 8),
    itemAt(["WD", "HM", "AL"], index),
    itemAt(["HM", "HM", "AL", "WD"], index),
    index === 20 && changed ? "45 MIN" : itemAt(["20 MIN", "-", "90 MIN", "-"], index),
    String((index % 9) + 1),
    itemAt(["", "CLOSER, SMOKE SEAL", "PANIC DEVICE", "", "PRIVACY LOCK"], index),
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
    itemAt([`6'-0"`, `3'-0"`, `8'-0"`, `7'-6"`], index),
    itemAt([`5'-4"`, `5'-4"`, `8'-0"`], index),
    itemAt(["SLIDER", "FIXED", "CASEMENT", "STOREFRONT"], index),
    itemAt(["VINYL", "VINYL", "ALUMINUM"], index),
    itemAt(["0.30", "0.28", "0.36"], index),
    itemAt(["0.23", "0.25"], index),
    itemAt(["TEMPERED", "EGRESS", "", "STC 35"], index),
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
    itemAt(["CLASSROOM", "LOBBY", "SHOP", "CORRIDOR", "BATH", "ELECTRICAL"], index),
    itemAt(["LVT-1", "CPT-2", "CONC", "TILE-1"], index),
    itemAt(["RB-1", "TB-1", "RB-2"], index),
    itemAt(["PT-1", "PT-2", "TILE-3"], index),
    itemAt(["ACT-1", "GB, PT-1"], index),
    itemAt([`9'-0"`, `10'-0"`, `12'-0"`], index),
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

export function drawEquipmentSchedules(pen: Pen): void {
  const groups = ["ROOFTOP UNITS", "HEAT PUMPS", "EXHAUST FANS", "VAV BOXES", "AIR OUTLETS", "PUMPS"];
  for (const [group, title] of groups.entries()) {
    const rows = range(1, 13).map((index) => [
      `${itemAt(["RTU", "HP", "EF", "VAV", "SD", "P"], group)}-${index}`,
      itemAt(["ROOF", "UNIT", "CORRIDOR", "SHOP"], index + group),
      String(400 + ((index * 137 + group * 61) % 2600)),
      `${(0.4 + ((index + group) % 5) * 0.15).toFixed(2)}"`,
      itemAt(["208 / 3", "208 / 1", "120 / 1"], index + group),
      `${(1.8 + ((index * 7) % 30) * 0.7).toFixed(1)}`,
      String(38 + ((index * 91) % 900)),
      itemAt(["1, 2", "1, 3", "2, 4, 5"], index),
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
