import { building } from "./building-layout";
import { centerLine, dashed, heavy, light, medium, type Pen, type Point, range, thin } from "./drawing-pen";
import { drawGrid, drawKeyPlan, inPlan, planScale } from "./plan-frame";
import { dimensions, leader, northArrow, notes, scaleBar, tag, viewTitle } from "./sheet-annotations";
import type { SheetContext } from "./sheet-context";
import { roofNotes, siteNotes } from "./sheet-keynotes";

const pointsPerFoot = 7.5;

function drawTree(site: Pen, x: number, y: number, radius: number): void {
  site.circle(x, y, radius, { weight: 0.7, gray: 0.3, fill: 0.95 });
  site.arcs(
    range(0, 330, 30).map((angle) => [
      x + radius * Math.cos((angle * Math.PI) / 180),
      y + radius * Math.sin((angle * Math.PI) / 180),
      radius * 0.3,
      angle - 100,
      angle + 100,
    ]),
    { weight: 0.5, gray: 0.4 },
  );
  site.lines(
    range(0, 315, 45).map((angle) => [
      [x, y],
      [
        x + radius * 0.8 * Math.cos((angle * Math.PI) / 180),
        y + radius * 0.8 * Math.sin((angle * Math.PI) / 180),
      ],
    ]),
    light,
  );
  site.circle(x, y, 0.5, { ...thin, fill: 0 });
}

function drawStreet(site: Pen, address: string): void {
  site.lines(
    [
      [
        [-8, 176],
        [250, 176],
      ],
      [
        [-8, 182],
        [250, 182],
      ],
    ],
    medium,
  );
  site.line(-8, 187, 250, 187, { weight: 1.8, gray: 0 });
  site.line(-8, 206, 250, 206, centerLine);
  site.lines(
    range(-4, 246, 5).map((x) => [
      [x, 176],
      [x, 182],
    ]),
    { weight: 0.4, gray: 0.55 },
  );
  site.text(120, 200, (address.replace(/^\d+ /, "").split(",")[0] ?? "").toUpperCase(), {
    size: 24,
    align: "center",
    isBold: true,
    gray: 0.3,
  });
  for (const [index, words] of ["W", "SS", "SD", "G", "E"].entries()) {
    const y = 189 + index * 3.4;
    site.line(-8, y, 250, y, { weight: 0.7, gray: 0.4, dash: [30, 8] });
    for (const x of range(20, 230, 70))
      site.text(x + index * 9, y + 0.6, words, { size: 7, align: "center" });
  }
}

function drawParking(site: Pen): void {
  const stalls = (y: number, depth: number, from: number, count: number) => {
    site.lines(
      range(0, count).map((index) => [
        [from + index * 9, y],
        [from + index * 9, y + depth],
      ]),
      { weight: 0.8, gray: 0.2 },
    );
    site.line(from, depth > 0 ? y : y, from + count * 9, y, medium);
    for (const index of range(0, count - 1))
      site.text(from + index * 9 + 4.5, y + depth / 2 + 0.6, String(index + 1), {
        size: 7,
        align: "center",
        gray: 0.4,
      });
  };
  stalls(8, 18, 26, 20);
  stalls(52, -18, 26, 20);
  stalls(172, -18, 190, 5);
  site.hatch(206, 8, 8, 18, 2, 45, thin);
  for (const x of [201.5]) site.text(x, 22, "VAN", { size: 7, align: "center" });
  site.lines(
    [
      [
        [20, 4],
        [20, 60],
        [214, 60],
      ],
      [
        [20, 4],
        [232, 4],
        [232, 172],
      ],
    ],
    { weight: 1.4, gray: 0 },
  );
  site.text(120, 31, "DRIVE AISLE 24'-0\"     ASPHALT PAVING, TYPICAL", { size: 11, align: "center" });
  site.text(224, 110, "FIRE LANE 26'-0\"", { size: 11, align: "center", turn: 90 });
}

function drawContours(site: Pen): void {
  for (const index of range(0, 13)) {
    const points = range(-8, 250, 6).map(
      (x): Point => [x, index * 15 - 16 + 6 * Math.sin(x / 34 + index * 0.6) + x * 0.08],
    );
    site.lines([points], { weight: index % 5 ? 0.4 : 0.9, gray: 0.62, dash: index % 5 ? [12, 6] : [24, 4] });
    const [x, y] = points[(index * 5) % points.length] ?? [0, 0];
    site.text(x, y - 0.4, String(108 + index), { size: 6.5, gray: 0.45 });
  }
}

/** The lot with what surrounds the building. Also drawn as a survey, without the new work. */
export function drawLot(site: Pen, address: string, isSurvey: boolean): void {
  drawContours(site);
  site.polygon(
    [
      [0, 0],
      [242, 0],
      [242, 176],
      [0, 176],
    ],
    { weight: 2.4, gray: 0, dash: [40, 6, 6, 6, 6, 6] },
  );
  site.text(121, -2, "N 89°42'18\" E   242.00'", { size: 10, align: "center" });
  site.text(121, 174, "S 89°42'18\" W   242.00'", { size: 10, align: "center" });
  site.text(-2, 88, "N 00°17'42\" W   176.00'", { size: 10, align: "center", turn: 90 });
  site.text(246, 88, "S 00°17'42\" E   176.00'", { size: 10, align: "center", turn: 90 });
  site.circles(
    [
      [0, 0],
      [242, 0],
      [242, 176],
      [0, 176],
    ],
    1,
    { ...medium, fill: 1 },
  );
  drawStreet(site, address);
  for (const [index, x] of range(10, 234, 28).entries())
    drawTree(site, x, 166 + (index % 2) * 2, 5 + (index % 3));
  for (const [index, y] of [20, 46, 144].entries()) drawTree(site, 9, y, 5 + (index % 2) * 2);
  const spots = range(0, isSurvey ? 90 : 24).map(
    (index): Point => [3 + ((index * 0.618_034) % 1) * 236, 4 + ((index * 0.754_878) % 1) * 160],
  );
  site.lines(
    spots.flatMap(([x, y]) => [
      [
        [x - 0.8, y],
        [x + 0.8, y],
      ],
      [
        [x, y - 0.8],
        [x, y + 0.8],
      ],
    ]),
    medium,
  );
  for (const [x, y] of spots)
    site.text(x + 1, y - 0.5, (109.2 + y * 0.05 + x * 0.011).toFixed(2), { size: 6.5 });
}

export function drawSitePlan(pen: Pen, { address }: SheetContext): void {
  const site = pen.at(140, 160, pointsPerFoot);
  pen.within([48, 38, 1970, 1652], () => drawLot(site, address, false));
  drawParking(site);
  const [x, y] = [48, 66];
  site.box(x, y, building.width, building.depth, { weight: 2.6, gray: 0, fill: 0.9 });
  site.hatch(x, y, building.width, building.depth, 3, 45, { weight: 0.35, gray: 0.6 });
  site.box(x + 32, y + 32, 56, 22, { weight: 0.6, gray: 0, fill: 1 });
  site.text(x + 60, y + 40, "PROPOSED BUILDING", { size: 15, isBold: true, align: "center" });
  site.text(x + 60, y + 45, "5 STORIES, TYPE VA OVER IA, SPRINKLERED", { size: 9, align: "center" });
  site.text(x + 60, y + 49.4, "FF = 112.00'", { size: 11, align: "center" });
  site.boxes(
    [
      [x - 4, y + building.depth, building.width + 8, 8],
      [x + 46, y + building.depth + 8, 10, 14],
    ],
    { weight: 0.7, gray: 0.2 },
  );
  site.hatch(x - 4, y + building.depth, building.width + 8, 8, 2, 90, light);
  site.hatch(x + 46, y + building.depth + 8, 10, 14, 2, 0, light);
  site.box(4, 70, 14, 60, { ...medium, fill: 0.93 });
  site.circles(
    range(0, 40).map((index) => [5 + ((index * 7) % 12), 72 + ((index * 11) % 56)]),
    0.5,
    light,
  );
  site.text(12, 100, "BIORETENTION 1,240 SF", { size: 8, align: "center", turn: 90 });
  site.line(4, 4, 238, 4, dashed);
  dimensions(site, [0, x, x + building.width, 242], y + building.depth + 17, "across");
  dimensions(site, [0, y, y + building.depth, 176], 236, "down");
  leader(site, [x + 50, y + 100], [x + 74, y + 103.5], "ACCESSIBLE PATH OF TRAVEL", 120);
  site.lines(
    [
      [
        [x + 51, 182],
        [x + 51, y + 88],
      ],
    ],
    { weight: 2, gray: 0, dash: [6, 6] },
  );
  notes(pen, 2030, 120, 225, "SITE NOTES", siteNotes);
  viewTitle(pen, 2050, 1600, 1, "SITE PLAN", siteScale);
  northArrow(pen, 2150, 1480);
}
export const siteScale = '1" = 9\'-7"';

export function drawRoofPlan(pen: Pen): void {
  const plan = inPlan(pen);
  plan.box(0, 0, building.width, building.depth, heavy);
  plan.box(1, 1, building.width - 2, building.depth - 2, medium);
  const drains = [
    [24, 22],
    [60, 12],
    [96, 22],
    [24, 66],
    [60, 76],
    [96, 66],
  ] as const;
  for (const [x, y] of drains) {
    plan.lines(
      [
        [
          [Math.max(1, x - 23), Math.max(1, y - 20)],
          [x, y],
        ],
        [
          [Math.min(119, x + 23), Math.max(1, y - 20)],
          [x, y],
        ],
        [
          [Math.max(1, x - 23), Math.min(87, y + 20)],
          [x, y],
        ],
        [
          [Math.min(119, x + 23), Math.min(87, y + 20)],
          [x, y],
        ],
      ],
      { weight: 0.5, gray: 0.6 },
    );
  }
  const panels = range(6, 42, 3.6).flatMap((x) => [50, 57, 64, 71].map((y) => [x, y, 3.3, 5.6] as const));
  const array = [...panels, ...panels.map(([x, y, width, height]) => [x + 68, y, width, height] as const)];
  plan.boxes(array, { weight: 0.8, gray: 0, fill: 0.82 });
  for (const [x, y] of array) plan.hatch(x, y, 3.3, 5.6, 0.55, 0, { weight: 0.25, gray: 0.5 });
  for (const [index, x] of range(8, 104, 12).entries()) {
    if (x > 44 && x < 72) continue;
    plan.box(x, 8, 7, 5, { weight: 1.3, gray: 0, fill: 0.97 });
    plan.lines(
      [
        [
          [x, 8],
          [x + 7, 13],
        ],
        [
          [x + 7, 8],
          [x, 13],
        ],
      ],
      thin,
    );
    plan.circle(x + 3.5, 10.5, 1.6, { ...medium, fill: 1 });
    plan.text(x + 3.5, 15, `CU-${index + 1}`, { size: 8, align: "center" });
    plan.boxes([[x + 1, 28, 5, 8]], { weight: 1.1, gray: 0, fill: 0.92 });
    plan.text(x + 3.5, 38.4, `RTU-${index + 1}`, { size: 8, align: "center" });
  }
  plan.box(49, 21, 22, 18, { weight: 1.8, gray: 0, fill: 0.9 });
  plan.hatch(49, 21, 22, 18, 1.2, 45, light);
  plan.box(53, 28, 14, 4, { weight: 0, fill: 1 });
  plan.text(60, 30.6, "STAIR AND ELEVATOR ROOF", { size: 8, align: "center" });
  for (const [x, y] of drains) {
    plan.circles(
      [
        [x, y],
        [x + 1.8, y],
      ],
      0.7,
      { weight: 1.3, gray: 0, fill: 1 },
    );
    plan.text(x, y + 2.4, "RD / OD", { size: 7.5, align: "center" });
    for (const offset of [-10, 10]) {
      plan.lines(
        [
          [
            [x + offset, y - 6],
            [x + offset * 0.5, y - 2.6],
          ],
          [
            [x + offset * 0.5, y - 2.6],
            [x + offset * 0.62, y - 4.2],
          ],
          [
            [x + offset * 0.5, y - 2.6],
            [x + offset * 0.74, y - 2.7],
          ],
        ],
        medium,
      );
      plan.text(x + offset, y - 7, '1/4" PER FT', { size: 7, align: "center" });
    }
  }
  drawGrid(plan);
  for (const [index, x] of [30, 90].entries()) tag(plan, x, 46, `R${index + 1}`, "hexagon");
  notes(pen, 1945, 120, 310, "ROOF NOTES", roofNotes);
  viewTitle(pen, 110, 1590, 1, "ROOF PLAN", planScale.words);
  scaleBar(pen, 760, 1582, planScale.pointsPerFoot);
  drawKeyPlan(pen);
  northArrow(pen, 2180, 1590);
}
