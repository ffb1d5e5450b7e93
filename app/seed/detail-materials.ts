import { heavy, type Pen, range, thin } from "./drawing-pen";

export const concrete = { weight: 1.6, gray: 0, fill: 0.84 };
export const steel = { weight: 1.2, gray: 0, fill: 0.15 };
export const wood = { weight: 1, gray: 0, fill: 0.97 };

export function drawStipple(pen: Pen, x: number, y: number, width: number, height: number): void {
  const count = Math.round(width * height * 0.09);
  const places = range(0, count - 1).map(
    (index) => [x + ((index * 0.618_034) % 1) * width, y + ((index * 0.414_214) % 1) * height] as const,
  );
  pen.lines(
    places
      .filter((_, index) => index % 4)
      .map(([left, top]) => [
        [left, top],
        [left + 0.3, top],
      ]),
    { weight: 1.2, gray: 0.3 },
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

export function drawConcrete(pen: Pen, x: number, y: number, width: number, height: number): void {
  pen.box(x, y, width, height, concrete);
  drawStipple(pen, x, y, width, height);
}

export function drawInsulation(pen: Pen, x: number, y: number, width: number, height: number): void {
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

export function drawStud(pen: Pen, x: number, y: number, width: number, height: number): void {
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

export function drawEarth(pen: Pen, x: number, y: number, width: number): void {
  pen.line(x, y, x + width, y, heavy);
  for (const at of range(x + 2, x + width - 6, 9)) pen.hatch(at, y, 5, 4, 1.1, 45, thin);
}
