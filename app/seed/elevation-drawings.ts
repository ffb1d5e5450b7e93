import { building, grid } from "./building-layout";
import { centerLine, dashed, light, medium, type Pen, range, thin } from "./drawing-pen";
import { bubble, dimensions, leader, notes, tag, viewTitle } from "./sheet-annotations";
import type { SheetContext } from "./sheet-context";
import { elevationNotes } from "./sheet-keynotes";

const pointsPerFoot = 9;
export const elevationScale = '1/8" = 1\'-0"';
/** The floors, the roof and the parapet, in feet above the first floor. */
export const floors = [0, 14, 24.5, 35, 45.5, 56, 60];
const floorNames = [
  "FIRST FLOOR",
  "SECOND FLOOR",
  "THIRD FLOOR",
  "FOURTH FLOOR",
  "FIFTH FLOOR",
  "ROOF",
  "PARAPET",
];

/** A view from the side, whose origin is at grade at its left end. */
export const inView = (pen: Pen, x: number, y: number) => pen.at(x, y, pointsPerFoot, { isUp: true });

export function drawLevels(view: Pen, width: number): void {
  for (const [index, height] of floors.entries()) {
    view.line(-12, height, width + 14, height, { ...dashed, weight: 0.5 });
    view.circle(width + 15, height, 0.9, { ...medium, fill: 1 });
    view.lines(
      [
        [
          [width + 14.1, height],
          [width + 15.9, height],
        ],
        [
          [width + 15, height - 0.9],
          [width + 15, height + 0.9],
        ],
      ],
      thin,
    );
    view.text(width + 17, height + 0.5, floorNames[index] ?? "", { size: 9, isBold: true });
    view.text(width + 17, height - 0.9, `EL. ${(112 + height).toFixed(2)}'`, { size: 8 });
  }
  dimensions(view, floors, -7, "down");
  dimensions(view, [0, 60], -9.5, "down");
}

export function drawGridBubbles(view: Pen, positions: readonly number[], names: string): void {
  for (const [index, x] of positions.entries()) {
    view.line(x, -3, x, 66, centerLine);
    bubble(view, x, 67.6, names.charAt(index));
  }
}

function drawGround(view: Pen, width: number): void {
  view.line(-14, 0, width + 14, 0, { weight: 3.4, gray: 0 });
  view.hatch(-14, -1.6, width + 28, 1.6, 1.2, 45, { weight: 0.4, gray: 0.5 });
}

function drawWindow(view: Pen, x: number, y: number, width: number, height: number): void {
  view.box(x, y, width, height, { weight: 1, gray: 0, fill: 0.88 });
  view.box(x + 0.25, y + 0.25, width - 0.5, height - 0.5, { weight: 0.4, gray: 0.2, fill: 0.8 });
  view.lines(
    [
      [
        [x + width / 2, y],
        [x + width / 2, y + height],
      ],
      [
        [x, y + height * 0.35],
        [x + width, y + height * 0.35],
      ],
    ],
    thin,
  );
  view.lines(
    [
      [
        [x + 0.6, y + height * 0.45],
        [x + width * 0.4, y + height * 0.9],
      ],
      [
        [x + 1.2, y + height * 0.42],
        [x + width * 0.45, y + height * 0.8],
      ],
    ],
    { weight: 0.3, gray: 1 },
  );
  view.box(x - 0.3, y - 0.4, width + 0.6, 0.4, { ...thin, fill: 0.95 });
}

function drawBalcony(view: Pen, x: number, y: number): void {
  view.box(x, y - 0.9, 10, 0.9, { weight: 0.9, gray: 0, fill: 0.7 });
  view.box(x, y + 3.3, 10, 0.25, { ...thin, fill: 0.2 });
  view.lines(
    range(x + 0.3, x + 9.8, 0.38).map((at) => [
      [at, y],
      [at, y + 3.3],
    ]),
    { weight: 0.45, gray: 0.15 },
  );
}

function drawFacade(view: Pen, width: number, isStreetFront: boolean): void {
  view.box(0, 0, width, 60, { weight: 2.6, gray: 0, fill: 1 });
  view.box(0, 0, width, 14, { ...thin, fill: 0.96 });
  // Brick courses with their joints.
  view.hatch(0, 0, width, 14, 0.5, 0, { weight: 0.22, gray: 0.6 });
  view.lines(
    range(0, 27).flatMap((course) =>
      range(0.6 + (course % 2) * 0.6, width - 0.4, 2.4).map(
        (x) =>
          [
            [x, course * 0.5],
            [x, course * 0.5 + 0.5],
          ] as const,
      ),
    ),
    { weight: 0.2, gray: 0.68 },
  );
  // Siding above.
  view.hatch(0, 15, width, 41, 0.66, 0, { weight: 0.25, gray: 0.72 });
  view.box(-0.6, 14, width + 1.2, 1, { weight: 1, gray: 0, fill: 0.75 });
  view.box(-0.5, 59.2, width + 1, 0.8, { weight: 1, gray: 0, fill: 0.6 });
  for (const x of range(0, width - 20, 24)) {
    const isOdd = (x / 24) % 2 === 1;
    for (const floor of floors.slice(1, 5)) {
      const [small, tall] = isOdd ? [x + 15, x + 2.5] : [x + 3, x + 14];
      drawWindow(view, small, floor + 3, 6, 5.4);
      view.box(tall - 0.4, floor, 8.4, 8.4, { weight: 0.9, gray: 0, fill: 0.82 });
      view.lines(
        [2.8, 5.6].map((at) => [
          [tall - 0.4 + at, floor],
          [tall - 0.4 + at, floor + 8.4],
        ]),
        medium,
      );
      drawBalcony(view, tall - 1.4, floor);
    }
    const panels = isStreetFront ? 3 : 2;
    for (const panel of range(0, panels - 1)) {
      const left = x + 2 + panel * 7.2;
      if (left + 6.4 > width) continue;
      view.box(left, 0.5, 6.4, 9, { weight: 1, gray: 0, fill: 0.8 });
      view.lines(
        [
          [
            [left + 3.2, 0.5],
            [left + 3.2, 9.5],
          ],
          [
            [left, 7.2],
            [left + 6.4, 7.2],
          ],
        ],
        medium,
      );
      view.box(left, 9.5, 6.4, 2, { weight: 0.8, gray: 0, fill: 0.9 });
    }
    if (isStreetFront) {
      view.box(x + 1.4, 10.6, 22, 0.7, { weight: 1.1, gray: 0, fill: 0.35 });
      view.lines(
        range(x + 2, x + 23, 2).map((at) => [
          [at, 11.3],
          [at + 0.6, 13.4],
        ]),
        thin,
      );
    }
  }
  view.boxes(
    [
      [width * 0.42, 60, 18, 8],
      [width * 0.7, 60, 8, 4.5],
      [width * 0.15, 60, 10, 4],
    ],
    { weight: 1, gray: 0.2, fill: 0.93 },
  );
  view.hatch(width * 0.42, 60, 18, 8, 0.8, 90, light);
}

function drawElevation(
  pen: Pen,
  y: number,
  number: number,
  title: string,
  width: number,
  isStreetFront: boolean,
): Pen {
  const view = inView(pen, 260 + (120 - width) * 4, y);
  drawFacade(view, width, isStreetFront);
  drawGround(view, width);
  drawLevels(view, width);
  if (width === building.width) drawGridBubbles(view, grid.x, isStreetFront ? "123456" : "654321");
  else drawGridBubbles(view, grid.y, "ABCDEF");
  for (const [index, x] of range(6, width - 6, 12).entries())
    tag(view, x, 21.5, "ABAC".charAt(index % 4), "hexagon");
  leader(view, [width * 0.55, 31], [width + 34, 42], 'FIBER CEMENT LAP SIDING, 8" EXPOSURE');
  leader(view, [width * 0.3, 6], [width + 34, 7], "BRICK VENEER, RUNNING BOND, SOLDIER COURSE AT SILLS");
  leader(view, [width * 0.8, 26], [width + 34, 30], 'PAINTED STEEL GUARD, 42" HIGH');
  leader(view, [width * 0.5, 59.6], [width + 34, 66], "PREFINISHED METAL COPING");
  viewTitle(pen, 140, y + 62, number, title, elevationScale);
  return view;
}

const elevationTitles = [
  ["SOUTH ELEVATION", "NORTH ELEVATION"],
  ["EAST ELEVATION", "WEST ELEVATION"],
] as const;

export function drawElevations(pen: Pen, { level }: SheetContext): void {
  const width = level === 1 ? building.width : building.depth;
  const [first, second] = elevationTitles[level - 1] ?? elevationTitles[0];
  drawElevation(pen, 740, 1, first, width, level === 1);
  drawElevation(pen, 1560, 2, second, width, false);
  const next = notes(pen, 1945, 120, 310, "ELEVATION NOTES", elevationNotes);
  drawMaterials(pen, 1945, next + 30);
}

function drawMaterials(pen: Pen, x: number, y: number): void {
  pen.text(x, y, "MATERIALS", { size: 13, isBold: true });
  for (const [index, words] of ["BRICK VENEER", "LAP SIDING", "METAL PANEL", "CLEAR GLAZING"].entries()) {
    const top = y + 18 + index * 66;
    pen.box(x, top, 110, 52, { ...medium, fill: index === 3 ? 0.82 : 1 });
    if (index < 2) pen.hatch(x, top, 110, 52, index ? 9 : 5, 0, light);
    if (index === 2) pen.hatch(x, top, 110, 52, 9, 90, light);
    tag(pen, x + 134, top + 26, String(index + 1), "circle");
    pen.text(x + 154, top + 29, words, { size: 9 });
  }
}
