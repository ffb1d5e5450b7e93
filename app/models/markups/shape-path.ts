import { boxOf, type Drawn, type Point } from "./markup";

type Sides = { width: number; height: number };

const to = ([x, y]: Point): string => `${rounded(x)} ${rounded(y)}`;
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Returns the line of a shape as the path of an SVG, in points of its sheet. A pin and a text have none. */
export function pathOf({ shape, points }: Drawn, { width, height }: Sides): string {
  const scaled = points.map(([x, y]): Point => [x * width, y * height]);
  const [first = [0, 0], last = first] = [scaled.at(0), scaled.at(-1)];
  switch (shape) {
    case "pin":
    case "text":
      return "";
    case "rectangle":
      return rectangle(scaled);
    case "cloud":
      return cloud(scaled);
    case "arrow":
      return `${polyline([first, last])}${arrowHead(first, last)}`;
    case "line":
    case "freehand":
      return polyline(scaled);
    case "measure":
      return `${polyline([first, last])}${tick(first, last)}${tick(last, first)}`;
  }
}

const polyline = (points: Point[]): string => `M${points.map(to).join("L")}`;

function rectangle(points: Point[]): string {
  const { left, top, right, bottom } = boxOf(points);
  return `M${to([left, top])}H${rounded(right)}V${rounded(bottom)}H${rounded(left)}Z`;
}

/** Of a revision cloud, in points. */
const arcLength = 54;

function cloud(points: Point[]): string {
  const { left, top, right, bottom } = boxOf(points);
  const corners: Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ];
  return `M${to([left, top])}${corners
    .slice(1)
    .map((corner, index) => arcsTo(corners[index] as Point, corner))
    .join("")}Z`;
}

/** Half circles outwards from one corner to the next. */
function arcsTo([x1, y1]: Point, [x2, y2]: Point): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const count = Math.max(1, Math.round(length / arcLength));
  const [stepX, stepY] = [(x2 - x1) / count, (y2 - y1) / count];
  const radius = rounded((length / count) * 0.6);
  return Array.from({ length: count }, (_, index) => {
    const end: Point = [x1 + stepX * (index + 1), y1 + stepY * (index + 1)];
    return `A${radius} ${radius} 0 0 1 ${to(end)}`;
  }).join("");
}

const headLength = 27;
const headAngle = Math.PI / 7;

function arrowHead([x1, y1]: Point, [x2, y2]: Point): string {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const side = (turn: number): Point => [
    x2 - headLength * Math.cos(angle + turn),
    y2 - headLength * Math.sin(angle + turn),
  ];
  return `M${to(side(headAngle))}L${to([x2, y2])}L${to(side(-headAngle))}`;
}

const tickLength = 18;

function tick([x1, y1]: Point, [x2, y2]: Point): string {
  const angle = Math.atan2(y2 - y1, x2 - x1) + Math.PI / 2;
  const [x, y] = [(tickLength / 2) * Math.cos(angle), (tickLength / 2) * Math.sin(angle)];
  return `M${to([x1 - x, y1 - y])}L${to([x1 + x, y1 + y])}`;
}

export const flagHeight = 24;
const flagRadius = 8;

/** The flag with what is written beside a shape. Its corner at 0 0 is at the place: the lower left one, if there is space. */
export function flagOf(width: number, { isLeft = false, isBelow = false }) {
  const left = isLeft ? -width : 0;
  const top = isBelow ? 0 : -flagHeight;
  const [right, bottom] = [left + width, top + flagHeight];
  const radius = flagRadius;
  const corner = ([cornerX, cornerY]: Point, [fromX, fromY]: Point, [toX, toY]: Point) =>
    cornerX === 0 && cornerY === 0
      ? "L0 0"
      : `L${cornerX + fromX} ${cornerY + fromY}Q${cornerX} ${cornerY} ${cornerX + toX} ${cornerY + toY}`;
  const corners = [
    corner([left, top], [0, radius], [radius, 0]),
    corner([right, top], [-radius, 0], [0, radius]),
    corner([right, bottom], [0, -radius], [-radius, 0]),
    corner([left, bottom], [radius, 0], [0, -radius]),
  ];
  return { left, top, path: `M${corners.join("").slice(1)}Z` };
}
