import { createRequire } from "node:module";
import { type Font, openSync } from "fontkit";
import { type Lettering, type Outline, type Paint, type Point, range, type Surface } from "./drawing-pen";

/** The size in dots, by how many degrees the drawing is turned on its paper, and the gray of the paper. */
type Paper = { width: number; height: number; tilt: number; gray: number };
type Line = Point[];

const { resolve } = createRequire(import.meta.url);
const curveParts = 6;

/** Draws a gray picture. sharp could draw an SVG one, but the server forbids it, because users upload pictures. */
export function pictureSurface(paper: Paper): Surface & { pixels(): Buffer } {
  const font = openSync(resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf"));
  const dots = new Float32Array(paper.width * paper.height).fill(paper.gray);
  const turned = turnedAround([paper.width / 2, paper.height / 2], paper.tilt);
  const widthOf = (words: string, size: number) => (font.layout(words).advanceWidth / font.unitsPerEm) * size;
  const fill = (lines: Line[], gray: number) =>
    fillLines(
      dots,
      paper,
      lines.map((line) => line.map(turned)),
      gray,
    );

  function draw(outlines: Outline[], { weight, gray, fill: inside, dash }: Required<Paint>): void {
    const lines = outlines.map(flattened);
    if (inside >= 0) for (const line of lines) fill([line], inside);
    const strokes =
      weight > 0 ? lines.flatMap((line) => (dash.length > 0 ? dashesOf(line, dash) : [line])) : [];
    for (const line of strokes)
      for (const stroke of strokesOf(line, Math.max(weight, 0.8))) fill([stroke], gray);
  }

  function write(at: Point, words: string, { size, gray, align, turn }: Required<Lettering>): void {
    const width = widthOf(words, size);
    const start = align === "left" ? 0 : align === "center" ? -width / 2 : -width;
    const turnedText = turnedAround(at, -turn);
    const scale = size / font.unitsPerEm;
    for (const letter of lettersOf(font, words)) {
      const place = ([x, y]: Point) => turnedText([at[0] + start + x * scale, at[1] - y * scale]);
      fill(
        letter.map((line) => line.map(place)),
        gray,
      );
    }
  }

  function pixels(): Buffer {
    const bytes = Buffer.alloc(dots.length);
    for (let dot = 0; dot < dots.length; dot += 1) bytes[dot] = (dots[dot] ?? 0) * 255 + 0.5;
    return bytes;
  }

  return { draw, write, widthOf, within: (_, drawInside) => drawInside(), pixels };
}

function turnedAround([x, y]: Point, degrees: number): (point: Point) => Point {
  const angle = (degrees / 180) * Math.PI;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return ([left, top]) => [
    x + (left - x) * cosine - (top - y) * sine,
    y + (left - x) * sine + (top - y) * cosine,
  ];
}

function flattened({ from, steps, isClosed }: Outline): Line {
  const line: Point[] = [from];
  for (const step of steps) line.push(...pointsOfStep(line.at(-1) ?? from, step));
  return isClosed ? [...line, from] : line;
}

/** The points of a curve with one or two handles, or of a line. */
function pointsOfStep(from: Point, step: readonly Point[]): Point[] {
  if (step.length === 1) return [...step];
  const between = ([x1, y1]: Point, [x2, y2]: Point, part: number): Point => [
    x1 + (x2 - x1) * part,
    y1 + (y2 - y1) * part,
  ];
  return range(1, curveParts).map((index) => {
    let points = [from, ...step];
    while (points.length > 1) {
      points = points.slice(1).map((point, left) => between(points[left] ?? from, point, index / curveParts));
    }
    return points[0] ?? from;
  });
}

/** The dashes of a line; each of its parts begins anew. */
function dashesOf(line: Line, dash: readonly number[]): Line[] {
  return line.slice(1).flatMap((end, index) => {
    const start = line[index] ?? end;
    const [across, down] = [end[0] - start[0], end[1] - start[1]];
    const length = Math.hypot(across, down);
    const pointAt = (along: number): Point => [
      start[0] + (across * along) / length,
      start[1] + (down * along) / length,
    ];
    const dashes: Line[] = [];
    let along = 0;
    for (let part = 0; along < length; part += 1) {
      const next = along + (dash[part % dash.length] ?? 1);
      if (part % 2 === 0) dashes.push([pointAt(along), pointAt(Math.min(next, length))]);
      along = next;
    }
    return dashes;
  });
}

/** The four corners of each straight part of a line. */
function strokesOf(line: Line, weight: number): Line[] {
  return line.slice(1).flatMap(([x2, y2], index) => {
    const [x1, y1] = line[index] ?? [x2, y2];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length === 0) return [];
    const [x, y] = [((y2 - y1) / length) * (weight / 2), ((x1 - x2) / length) * (weight / 2)];
    return [
      [
        [x1 + x, y1 + y],
        [x2 + x, y2 + y],
        [x2 - x, y2 - y],
        [x1 - x, y1 - y],
      ] satisfies Line,
    ];
  });
}

/** The lines around each letter, in the units of the font. */
function lettersOf(font: Font, words: string): Line[][] {
  let right = 0;
  return font.layout(words).glyphs.map(({ id, advanceWidth }) => {
    const lines: Line[] = [];
    for (const { command, args } of font.getGlyph(id).path.commands) {
      const points = range(0, args.length - 1, 2).map(
        (index): Point => [right + (args[index] ?? 0), args[index + 1] ?? 0],
      );
      const line = lines.at(-1);
      if (command === "moveTo") lines.push(points);
      else if (line && points.length > 0) line.push(...pointsOfStep(line.at(-1) ?? [0, 0], points));
    }
    right += advanceWidth;
    return lines;
  });
}

/** Fills the inside of lines; a dot at the edge gets a part of the gray. */
function fillLines(dots: Float32Array, paper: Paper, lines: Line[], gray: number): void {
  const xs = lines.flatMap((line) => line.map(([x]) => x));
  const ys = lines.flatMap((line) => line.map(([, y]) => y));
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const width = Math.min(paper.width, Math.ceil(Math.max(...xs)) + 2) - left;
  const height = Math.min(paper.height, Math.ceil(Math.max(...ys)) + 1) - top;
  if (!(width > 1 && height > 0)) return;
  const steps = new Float32Array(width * height);
  for (const line of lines)
    addEdges(
      steps,
      width,
      height,
      line.map(([x, y]) => [x - left, y - top]),
    );
  for (let row = 0; row < height; row += 1) {
    let sum = 0;
    for (let column = 0; column < width; column += 1) {
      sum += steps[row * width + column] ?? 0;
      const dot = (top + row) * paper.width + left + column;
      const before = dots[dot] ?? 0;
      dots[dot] = before + (gray - before) * Math.min(1, Math.abs(sum));
    }
  }
}

/** Adds to each dot how much more of it is inside than of the dot at its left. */
function addEdges(steps: Float32Array, width: number, height: number, line: Line): void {
  for (const [index, start] of line.entries()) {
    const end = line[(index + 1) % line.length] ?? start;
    const [[x1, y1], [x2, y2]] = start[1] < end[1] ? [start, end] : [end, start];
    const direction = start[1] < end[1] ? 1 : -1;
    const slope = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0;
    for (let row = Math.max(0, Math.floor(y1)); row < Math.min(height, y2); row += 1) {
      const from = Math.max(y1, row);
      const part = Math.min(y2, row + 1) - from;
      const pieces = Math.max(1, Math.ceil(Math.abs(slope * part)));
      const amount = (direction * part) / pieces;
      for (let piece = 0; piece < pieces; piece += 1) {
        const x = x1 + (from - y1 + (part * (piece + 0.5)) / pieces) * slope;
        const within = Math.min(width - 2, Math.max(0, x));
        const column = Math.floor(within);
        const at = row * width + column;
        steps[at] = (steps[at] ?? 0) + amount * (1 - (within - column));
        steps[at + 1] = (steps[at + 1] ?? 0) + amount * (within - column);
      }
    }
  }
}
