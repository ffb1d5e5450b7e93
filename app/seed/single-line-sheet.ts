import { itemAt } from "./demo-random";
import { heavy, medium, type Pen, range, thin } from "./drawing-pen";
import { columnsOf, notes, table, viewTitle } from "./sheet-annotations";
import { planNotes } from "./sheet-texts";

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
      itemAt(
        ["LIGHTING", "RECEPTACLES", "RANGE", "WATER HEATER", "HEAT PUMP", "DRYER", "SPARE"],
        row + panel,
      ),
      itemAt(["20/1", "50/2", "30/2"], row),
      String(400 + ((row * 217 + panel * 90) % 3200)),
      String(300 + ((row * 331 + panel * 50) % 3600)),
      itemAt(["20/1", "30/2", "40/2"], row + 1),
      itemAt(["RECEPTACLES", "DISHWASHER", "LIGHTING", "EXHAUST FAN", "SIGN", "SPARE"], row + panel),
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
