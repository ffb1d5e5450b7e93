import { listOf, maxSheetLength } from "../corrections/correction";
import { valuesOf } from "../options";
import { cellAt, maxZoom, type SheetView, viewQuery, withinSheet } from "../sheets/sheet-view";

/** In fractions of a sheet as it is displayed, from its upper left corner. */
export type Point = [x: number, y: number];

type ShapeFacts = {
  label: string;
  /** How many it has. */
  points: readonly [least: number, most: number];
  hasText?: true;
  surrounds?: true;
};

export const maxPointsOfStroke = 2000;

export const shapes = {
  pin: { label: "Pin", points: [1, 1] },
  rectangle: { label: "Rectangle", points: [2, 2], surrounds: true },
  cloud: { label: "Cloud", points: [2, 2], surrounds: true },
  arrow: { label: "Arrow", points: [2, 2] },
  line: { label: "Line", points: [2, 2] },
  text: { label: "Text", points: [1, 1], hasText: true },
  freehand: { label: "Freehand", points: [2, maxPointsOfStroke], surrounds: true },
  measure: { label: "Measure", points: [2, 2] },
} as const satisfies Record<string, ShapeFacts>;

export type Shape = keyof typeof shapes;
export const shapeValues = valuesOf(shapes);

export type Drawn = { shape: Shape; points: Point[]; text?: string | null };

/** Whether a value, such as parsed JSON, is a shape on a sheet. */
export function isDrawn(value: unknown): value is Drawn {
  const { shape, points, text } = Object(value) as Partial<Record<keyof Drawn, unknown>>;
  if (!shapeValues.some((one) => one === shape) || !Array.isArray(points) || !points.every(isPoint))
    return false;
  const facts: ShapeFacts = shapes[shape as Shape];
  const [least, most] = facts.points;
  if (points.length < least || points.length > most) return false;
  if (!facts.hasText) return !text;
  return typeof text === "string" && text.trim() !== "" && text.trim().length <= maxMarkupText;
}

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((part) => typeof part === "number" && part >= 0 && part <= 1);

export const maxShapesOfSheet = 1500;
export const maxPointsOfSheet = 60_000;
export const maxShapesOfPerson = 200;
export const maxPlaces = 20;
export const maxMarkupText = 200;

/** A point closer than this to the line between its neighbours is left out of a stroke. */
const tolerance = 0.0005;

/** Leaves out the points of a stroke without which it looks the same (Ramer, Douglas and Peucker, 1972 and 1973). */
export function simplified(points: Point[]): Point[] {
  const kept = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [first, last] = range;
    const farthest = farthestBetween(points, first, last);
    if (farthest === undefined) continue;
    kept.add(farthest);
    open.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, index) => kept.has(index)).map(([x, y]) => [rounded(x), rounded(y)]);
}

/** In plain arithmetic: a stroke that zigzags has millions of such distances. */
function farthestBetween(points: Point[], first: number, last: number): number | undefined {
  const [x1, y1] = points[first] as Point;
  const [x2, y2] = points[last] as Point;
  const [width, height] = [x2 - x1, y2 - y1];
  const length = width * width + height * height;
  let farthest: number | undefined;
  let distance = tolerance * tolerance;
  for (let index = first + 1; index < last; index += 1) {
    const point = points[index] as Point;
    const x = point[0] - x1;
    const y = point[1] - y1;
    const along = length === 0 ? 0 : (x * width + y * height) / length;
    const nearest = along < 0 ? 0 : along > 1 ? 1 : along;
    const own = (x - nearest * width) ** 2 + (y - nearest * height) ** 2;
    if (own <= distance) continue;
    farthest = index;
    distance = own;
  }
  return farthest;
}

/** To a part of a hair on the largest sheet. */
const rounded = (value: number): number => Math.round(value * 100_000) / 100_000;

export type Box = { left: number; top: number; right: number; bottom: number };

export function boxOf(points: Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Where the number of a shape stands: at its first point, or at the corner of what it surrounds. */
export function anchorOf({ shape, points }: Drawn): Point {
  const [first = [0, 0]] = points;
  if ("surrounds" in shapes[shape]) {
    const { left, top } = boxOf(points);
    return [left, top];
  }
  return first;
}

/** A shape fills at most this part of a view that shows it. */
const shownPart = 1 / 3;
const zoomOfPlace = 4;

/** The view that shows a place and what is around it. */
export function viewOf({ points }: Pick<Drawn, "points">): SheetView {
  const { left, top, right, bottom } = boxOf(points);
  const side = Math.max(right - left, bottom - top, shownPart / maxZoom);
  const zoom = Math.min(zoomOfPlace, Math.max(1, shownPart / side));
  return withinSheet({ zoom, x: (left + right) / 2, y: (top + bottom) / 2 });
}

/** The cell of the grid in which a shape's number stands: "D3". */
export function cellOf(drawn: Drawn): string {
  const [x, y] = anchorOf(drawn);
  return cellAt({ x, y });
}

/** Returns "Cloud in D3". */
export const nameOfShape = (drawn: Drawn): string => `${shapes[drawn.shape].label} in ${cellOf(drawn)}`;

/** The query of the view that shows a place, in which the places of its correction are emphasized. */
export const placeQuery = (place: Pick<Drawn, "points">, correctionId?: number): string =>
  [viewQuery(viewOf(place)) || "z=1", correctionId && `correction=${correctionId}`].filter(Boolean).join("&");

/** The text of a correction's places, from the names of their sheets: "A-101, A-102 and 3 more". */
export function sheetTextOf(names: string[]): string | null {
  if (names.length === 0) return null;
  const most = [3, 2, 1].find((count) => listOf(names, count).length <= maxSheetLength) ?? 1;
  return listOf(names, most).slice(0, maxSheetLength);
}
