import { dashed, heavy, medium, type Pen, type Point, range, thin } from "./drawing-pen";

/** Feet and inches, such as 24'-6". */
function feetAndInches(feet: number): string {
  const inches = Math.round(feet * 12);
  return `${Math.floor(inches / 12)}'-${inches % 12}"`;
}

/** A bubble with a number or letter at the end of a grid line. Its radius is in points. */
export function bubble(pen: Pen, x: number, y: number, words: string, radius = 15): void {
  pen.circle(x, y, pen.units(radius), { weight: 1.2, gray: 0, fill: 1 });
  const size = radius * (words.length > 2 ? 0.75 : 1);
  pen.text(x, y + pen.down(size * 0.36), words, { size, align: "center", isBold: true });
}

/** A string of dimensions along x or y at an offset, each between two positions. */
export function dimensions(
  pen: Pen,
  positions: readonly number[],
  offset: number,
  direction: "across" | "down",
  labels: Record<number, string> = {},
): void {
  const place = (along: number, aside: number): Point =>
    direction === "across" ? [along, aside] : [aside, along];
  const tick = pen.units(5);
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  const beyond = pen.units(6);
  pen.lines([[place(first - beyond, offset), place(last + beyond, offset)]], thin);
  pen.lines(
    positions.map((at) => [place(at, offset - beyond), place(at, offset + beyond)]),
    thin,
  );
  pen.lines(
    positions.map((at) => [place(at - tick, offset + tick), place(at + tick, offset - tick)]),
    { weight: 1.4, gray: 0 },
  );
  for (const [index, from] of positions.slice(0, -1).entries()) {
    const to = positions[index + 1] as number;
    const above = direction === "across" ? pen.down(-4) : pen.units(-4);
    const [x, y] = place((from + to) / 2, offset + above);
    const words = labels[index] ?? feetAndInches(to - from);
    pen.text(x, y, words, { size: 8, align: "center", turn: direction === "across" ? 0 : 90 });
  }
}

/** A drawing's number, title and scale below it, with a scale bar. */
export function viewTitle(
  pen: Pen,
  x: number,
  y: number,
  number: number,
  title: string,
  scale: string,
): void {
  pen.circle(x, y, 20, { weight: 1.6, gray: 0, fill: 1 });
  pen.text(x, y + 7, String(number), { size: 20, isBold: true, align: "center" });
  pen.line(x + 20, y, x + 60 + title.length * 12, y, heavy);
  pen.text(x + 30, y - 7, title, { size: 18, isBold: true });
  pen.text(x + 30, y + 14, `SCALE: ${scale}`, { size: 9 });
}

/** Boxes of 0, 8, 16 and 32 feet. */
export function scaleBar(pen: Pen, x: number, y: number, pointsPerFoot: number): void {
  for (const [index, [from, to]] of [
    [0, 8],
    [8, 16],
    [16, 32],
  ].entries()) {
    const [left = 0, right = 0] = [from, to];
    pen.box(x + left * pointsPerFoot, y, (right - left) * pointsPerFoot, 6, {
      ...thin,
      fill: index % 2 ? 1 : 0,
    });
    pen.text(x + left * pointsPerFoot, y + 16, `${left}'`, { size: 7, align: "center" });
  }
  pen.text(x + 32 * pointsPerFoot, y + 16, "32'", { size: 7, align: "center" });
}

export function northArrow(pen: Pen, x: number, y: number, radius = 34): void {
  pen.circle(x, y, radius, medium);
  pen.polygon(
    [
      [x, y - radius],
      [x - radius * 0.45, y + radius * 0.7],
      [x, y + radius * 0.35],
    ],
    { ...thin, fill: 0 },
  );
  pen.polygon(
    [
      [x, y - radius],
      [x + radius * 0.45, y + radius * 0.7],
      [x, y + radius * 0.35],
    ],
    { ...thin, fill: 1 },
  );
  pen.text(x, y - radius - 8, "N", { size: 22, isBold: true, align: "center" });
}

/** A number in a hexagon, as of a window, or in a circle, as of a door. */
export function tag(
  pen: Pen,
  x: number,
  y: number,
  words: string,
  shape: "hexagon" | "circle" | "box",
): void {
  const radius = pen.units(9);
  const paint = { weight: 0.6, gray: 0.1, fill: 1 };
  if (shape === "circle") pen.circle(x, y, radius, paint);
  else if (shape === "box") pen.box(x - radius * 1.5, y - radius * 0.8, radius * 3, radius * 1.6, paint);
  else {
    const corner = (angle: number): Point => [
      x + radius * Math.cos((angle * Math.PI) / 180),
      y + radius * Math.sin((angle * Math.PI) / 180),
    ];
    pen.polygon(range(0, 300, 60).map(corner), paint);
  }
  pen.text(x, y + pen.down(2.4), words, { size: words.length > 3 ? 5.5 : 7, align: "center" });
}

/** A note beside a drawing, with a line to what it is about. */
export function leader(pen: Pen, from: Point, to: Point, words: string, width = 150): void {
  const isLeft = to[0] < from[0];
  const shelf = pen.units(isLeft ? -12 : 12);
  pen.lines([[from, [to[0] - shelf, to[1]], to]], thin);
  pen.circle(from[0], from[1], pen.units(1.6), { ...thin, fill: 0 });
  const gap = pen.units(4);
  const lettering = { size: 8 };
  if (isLeft) pen.text(to[0] - gap, to[1] + pen.down(2.5), words, { ...lettering, align: "right" });
  else pen.paragraph(to[0] + gap, to[1] + pen.down(2.5), pen.units(width), words, lettering);
}

/** The scallops around a change, and its delta. */
export function revisionCloud(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  delta: number,
): void {
  const size = pen.units(13);
  const paint = { weight: 1.5, gray: 0 };
  const across = Math.max(2, Math.round(width / size / 1.6));
  const down = Math.max(2, Math.round(height / size / 1.6));
  const [stepX, stepY] = [width / across, height / down];
  pen.arcs(
    [
      ...range(0, across - 1).flatMap((index) => [
        [x + (index + 0.5) * stepX, y, stepX * 0.56, 170, 370] as const,
        [x + (index + 0.5) * stepX, y + height, stepX * 0.56, -10, 190] as const,
      ]),
      ...range(0, down - 1).flatMap((index) => [
        [x, y + (index + 0.5) * stepY, stepY * 0.56, 80, 280] as const,
        [x + width, y + (index + 0.5) * stepY, stepY * 0.56, -100, 100] as const,
      ]),
    ],
    paint,
  );
  deltaMark(pen, x + width + pen.units(22), y + pen.down(-8), delta);
}

export function deltaMark(pen: Pen, x: number, y: number, delta: number): void {
  const side = pen.units(13);
  const down = pen.down(13);
  pen.polygon(
    [
      [x, y - down],
      [x - side, y + down * 0.8],
      [x + side, y + down * 0.8],
    ],
    { weight: 1.2, gray: 0, fill: 1 },
  );
  pen.text(x, y + pen.down(6), String(delta), { size: 12, isBold: true, align: "center" });
}

type Column = { title: string; width: number };

export const columnsOf = (...columns: [title: string, width: number][]): Column[] =>
  columns.map(([title, width]) => ({ title, width }));

/** A schedule with a title, headings and rows, in points. Returns where it ends. */
export function table(
  pen: Pen,
  x: number,
  y: number,
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { rowHeight = 17, size = 8 } = {},
): number {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const lefts = columns.map((_, index) =>
    columns.slice(0, index).reduce((sum, column) => sum + column.width, x),
  );
  const top = y + 26;
  const bottom = top + (rows.length + 1) * rowHeight;
  pen.box(x, y, width, 26, { weight: 1.4, gray: 0, fill: 0.86 });
  pen.text(x + width / 2, y + 18, title, { size: 13, isBold: true, align: "center" });
  pen.box(x, top, width, rowHeight, { ...thin, fill: 0.94 });
  pen.lines(
    range(1, rows.length).map((row) => [
      [x, top + row * rowHeight],
      [x + width, top + row * rowHeight],
    ]),
    thin,
  );
  pen.lines(
    lefts.slice(1).map((left) => [
      [left, top],
      [left, bottom],
    ]),
    thin,
  );
  pen.box(x, y, width, bottom - y, heavy);
  const write = (cells: readonly string[], baseline: number, isBold: boolean) => {
    for (const [index, words] of cells.entries()) {
      if (words) pen.text((lefts[index] ?? x) + 5, baseline, words, { size, isBold });
    }
  };
  const baseline = top + rowHeight / 2 + size * 0.36;
  write(
    columns.map((column) => column.title),
    baseline,
    true,
  );
  for (const [index, row] of rows.entries()) write(row, baseline + (index + 1) * rowHeight, false);
  return bottom;
}

/** Numbered notes below a heading. Returns where they end. */
export function notes(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  title: string,
  lines: readonly string[],
  size = 9,
): number {
  pen.text(x, y, title, { size: size * 1.5, isBold: true });
  pen.line(x, y + 6, x + width, y + 6, medium);
  let next = y + 12 + size * 1.2;
  for (const [index, words] of lines.entries()) {
    pen.text(x, next, `${index + 1}.`, { size });
    next = pen.paragraph(x + size * 2.4, next, width - size * 2.4, words, { size }) + size * 0.5;
  }
  return next;
}

/** The line where a section is cut, with the number of the section. */
export function sectionMark(pen: Pen, x: number, y1: number, y2: number, words: string, sheet: string): void {
  pen.line(x, y1, x, y2, { ...dashed, weight: 1.2, gray: 0, dash: [30, 6, 6, 6] });
  const radius = pen.units(16);
  for (const y of [y1, y2]) {
    pen.polygon(
      [
        [x + radius * 1.7, y],
        [x, y - radius * 1.2],
        [x, y + radius * 1.2],
      ],
      { ...thin, fill: 0 },
    );
    pen.circle(x, y, radius, { weight: 1.2, gray: 0, fill: 1 });
    pen.line(x - radius, y, x + radius, y, medium);
    pen.text(x, y + pen.down(-3), words, { size: 10, isBold: true, align: "center" });
    pen.text(x, y + pen.down(10), sheet, { size: 7, align: "center" });
  }
}
