export type Point = readonly [x: number, y: number];

/** A line or, with three points, a curve to the last of them. */
type Step = readonly Point[];
export type Outline = { from: Point; steps: Step[]; isClosed: boolean };

/** Weights and dashes are in points; grays are from 0, black, to 1. */
export type Paint = { weight?: number; gray?: number; fill?: number; dash?: readonly number[] };
export type Lettering = {
  size?: number;
  isBold?: boolean;
  gray?: number;
  align?: "left" | "center" | "right";
  /** In degrees, counterclockwise. */
  turn?: number;
};
export type Surface = {
  draw(outlines: Outline[], paint: Required<Paint>): void;
  write(at: Point, words: string, lettering: Required<Lettering>): void;
  widthOf(words: string, size: number, isBold: boolean): number;
  /** Hides what is drawn outside of a box. */
  within(box: Box, draw: () => void): void;
};
type Box = readonly [x: number, y: number, width: number, height: number];

export const thin = { weight: 0.5, gray: 0.3 };
export const light = { weight: 0.4, gray: 0.6 };
export const medium = { weight: 1.1, gray: 0.1 };
export const heavy = { weight: 2.2, gray: 0 };
export const dashed = { weight: 0.6, gray: 0.35, dash: [8, 5] };
export const centerLine = { weight: 0.5, gray: 0.45, dash: [22, 5, 5, 5] };
const noFill = -1;

/** Numbers from `from` up to `to`. */
export const range = (from: number, to: number, step = 1): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor((to - from) / step + 1.0001)) },
    (_, index) => from + index * step,
  );

/** Draws on a sheet, in units of its own: points of the sheet, or the feet of a view. */
export class Pen {
  readonly #surface: Surface;
  readonly #origin: Point;
  readonly #scale: Point;

  constructor(surface: Surface, origin: Point = [0, 0], scale: Point = [1, 1]) {
    this.#surface = surface;
    this.#origin = origin;
    this.#scale = scale;
  }

  /** Returns a pen whose origin is at a point of this pen, and whose unit is `scale` units of this one. */
  at(x: number, y: number, scale = 1, { isUp = false, isMirrored = false } = {}): Pen {
    const [horizontal, vertical] = this.#scale;
    return new Pen(this.#surface, this.#place([x, y]), [
      horizontal * scale * (isMirrored ? -1 : 1),
      vertical * scale * (isUp ? -1 : 1),
    ]);
  }

  /** How many units are as long as some points of the sheet. */
  units(points: number): number {
    return points / Math.abs(this.#scale[0]);
  }

  /** How many units of y go some points down the sheet, whatever the direction of the view. */
  down(points: number): number {
    return points / this.#scale[1];
  }

  line(x1: number, y1: number, x2: number, y2: number, paint: Paint = thin): void {
    this.lines(
      [
        [
          [x1, y1],
          [x2, y2],
        ],
      ],
      paint,
    );
  }

  /** Draws many lines at once. */
  lines(lines: readonly (readonly Point[])[], paint: Paint = thin, isClosed = false): void {
    const outlines = lines.map(
      ([from = [0, 0], ...others]): Outline => ({ from, steps: others.map((point) => [point]), isClosed }),
    );
    this.#draw(outlines, paint);
  }

  polygon(points: readonly Point[], paint: Paint = thin): void {
    this.lines([points], paint, true);
  }

  box(x: number, y: number, width: number, height: number, paint: Paint = thin): void {
    this.boxes([[x, y, width, height]], paint);
  }

  boxes(
    boxes: readonly (readonly [x: number, y: number, width: number, height: number])[],
    paint: Paint,
  ): void {
    this.lines(
      boxes.map(([x, y, width, height]) => [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ]),
      paint,
      true,
    );
  }

  circle(x: number, y: number, radius: number, paint: Paint = thin): void {
    this.circles([[x, y]], radius, paint);
  }

  circles(centers: readonly Point[], radius: number, paint: Paint = thin): void {
    this.#draw(
      centers.map((center) => ({ ...arcOf(center, radius, 0, 360), isClosed: true })),
      paint,
    );
  }

  /** Draws a part of a circle, from an angle to another, in degrees from the x axis to the y axis. */
  arc(x: number, y: number, radius: number, from: number, to: number, paint: Paint = thin): void {
    this.arcs([[x, y, radius, from, to]], paint);
  }

  arcs(
    arcs: readonly (readonly [x: number, y: number, radius: number, from: number, to: number])[],
    paint: Paint = thin,
  ): void {
    this.#draw(
      arcs.map(([x, y, radius, from, to]) => arcOf([x, y], radius, from, to)),
      paint,
    );
  }

  /** The size of the letters is in points, whatever the scale. */
  text(x: number, y: number, words: string, lettering: Lettering = {}): void {
    const { size = 8, isBold = false, gray = 0.1, align = "left", turn = 0 } = lettering;
    this.#surface.write(this.#place([x, y]), words, { size, isBold, gray, align, turn });
  }

  /** Writes lines no wider than `width`, below each other, and returns where the next one would be. */
  paragraph(x: number, y: number, width: number, words: string, lettering: Lettering = {}): number {
    const { size = 8, isBold = false } = lettering;
    let line = "";
    let next = y;
    for (const word of words.split(" ")) {
      const longer = line ? `${line} ${word}` : word;
      if (line && this.units(this.#surface.widthOf(longer, size, isBold)) > width) {
        this.text(x, next, line, lettering);
        next += this.down(size * 1.35);
        line = word;
      } else line = longer;
    }
    this.text(x, next, line, lettering);
    return next + this.down(size * 1.35);
  }

  /** Hides what is drawn outside of a box, which is in points of the sheet. */
  within(box: Box, draw: () => void): void {
    this.#surface.within(box, draw);
  }

  /** Fills a box with parallel lines of an angle of 0, 45, 90 or 135 degrees. */
  hatch(
    x: number,
    y: number,
    width: number,
    height: number,
    spacing: number,
    angle: number,
    paint: Paint = light,
  ) {
    if (angle === 0) {
      this.lines(
        range(y + spacing, y + height - spacing / 2, spacing).map((at) => [
          [x, at],
          [x + width, at],
        ]),
        paint,
      );
    } else if (angle === 90) {
      this.lines(
        range(x + spacing, x + width - spacing / 2, spacing).map((at) => [
          [at, y],
          [at, y + height],
        ]),
        paint,
      );
    } else {
      const across = (along: number): Point[] => {
        const start = Math.max(0, along - height);
        const end = Math.min(width, along);
        return [start, end].map((right) => [x + (angle === 45 ? right : width - right), y + along - right]);
      };
      this.lines(range(spacing, width + height - spacing / 4, spacing).map(across), paint);
    }
  }

  #place([x, y]: Point): Point {
    return [this.#origin[0] + x * this.#scale[0], this.#origin[1] + y * this.#scale[1]];
  }

  #draw(outlines: Outline[], { weight = 0.5, gray = 0.3, fill = noFill, dash = [] }: Paint): void {
    const placed = outlines.map(({ from, steps, isClosed }) => ({
      from: this.#place(from),
      steps: steps.map((step) => step.map((point) => this.#place(point))),
      isClosed,
    }));
    this.#surface.draw(placed, { weight, gray, fill, dash });
  }
}

function arcOf([x, y]: Point, radius: number, from: number, to: number): Outline {
  const parts = Math.ceil(Math.abs(to - from) / 90);
  const turn = ((to - from) / parts / 180) * Math.PI;
  const handle = (4 / 3) * Math.tan(turn / 4);
  const pointAt = (angle: number, along: number): Point => [
    x + radius * (Math.cos(angle) - along * Math.sin(angle)),
    y + radius * (Math.sin(angle) + along * Math.cos(angle)),
  ];
  const start = (from / 180) * Math.PI;
  const steps = range(0, parts - 1).map((part) => {
    const angle = start + part * turn;
    return [pointAt(angle, handle), pointAt(angle + turn, -handle), pointAt(angle + turn, 0)];
  });
  return { from: pointAt(start, 0), steps, isClosed: false };
}
