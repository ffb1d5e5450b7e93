import { pointsPerInch } from "../pdf/points-per-inch";
import type { Point } from "./markup";

type Sides = { width: number; height: number };

/** How long a line is on the paper, in inches. The sides of its sheet are in points. */
export function inchesOnPaper(points: Point[], { width, height }: Sides): number {
  const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = points;
  return Math.hypot((x2 - x1) * width, (y2 - y1) * height) / pointsPerInch;
}

const inchesPerFoot = 12;

/** Returns 12'-6", to the nearest inch. */
export function lengthText(inches: number): string {
  const whole = Math.round(inches);
  return `${Math.floor(whole / inchesPerFoot)}'-${whole % inchesPerFoot}"`;
}

/** A scale is how many times longer a thing is than on the paper, in thousandths. */
export const measuredText = (points: Point[], sides: Sides, scale: number): string =>
  lengthText((inchesOnPaper(points, sides) * scale) / 1000);

/** Of a sheet on which a line is as long as said. Undefined for a line or length of nothing. */
export function scaleFrom(points: Point[], sides: Sides, feet: number, inches: number): number | undefined {
  const scale = Math.round(((feet * inchesPerFoot + inches) / inchesOnPaper(points, sides)) * 1000);
  return Number.isFinite(scale) && scale > 0 && scale < maxScale ? scale : undefined;
}

/** A map of a county on a letter. */
const maxScale = 1_000_000_000;

/** Returns 1" = 8'-0". */
export const scaleText = (scale: number): string => `1" = ${lengthText(scale / 1000)}`;
