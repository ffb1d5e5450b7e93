import type { PdfDocument } from "./pdf-document.server";
import { drawPage, withPage, wordsOf } from "./pdf-page.server";
import type { PageComparison, Pixels, Word } from "./pdf-task";

type Opened = { document: PdfDocument; page: number };
type Shift = { x: number; y: number };

const pointsPerInch = 72;
const dotsPerInch = 100;
/** Of a picture of a very large page, whose dots are then coarser. */
const maxDots = 5000;
/** How far a drawing may have moved on its sheet, in inches. */
const maxShift = 0.5;

/** Whether nothing that a person could see has changed, but for the place of the whole drawing on its sheet. */
export function comparePages(earlier: Opened, later: Opened): PageComparison {
  return withPage(earlier.document, earlier.page, (old) =>
    withPage(later.document, later.page, (now) => {
      if (Math.abs(old.width - now.width) > 1 || Math.abs(old.height - now.height) > 1)
        return { isSame: false };
      const inches = Math.max(old.width, old.height) / pointsPerInch;
      const dots = Math.min(Math.round(inches * dotsPerInch), maxDots);
      const [oldPicture, newPicture] = [drawPage(old, dots), drawPage(now, dots)];
      const shift = shiftBetween(oldPicture, newPicture, Math.ceil((maxShift * dots) / inches));
      const pointsPerDot = (inches * pointsPerInch) / dots;
      const shiftInPoints = { x: shift.x * pointsPerDot, y: shift.y * pointsPerDot };
      const isSame =
        haveSameWords(wordsOf(old), wordsOf(now), shiftInPoints) && lookSame(oldPicture, newPicture, shift);
      return { isSame };
    }),
  );
}

/** Whether two pages have the same words at the same places, to 1 pt. */
function haveSameWords(earlier: Word[], later: Word[], { x, y }: Shift): boolean {
  return (
    earlier.length === later.length &&
    earlier.every((word, index) => {
      const other = later[index] as Word;
      const isNear = (one: number, two: number) => Math.abs(one - two) <= 1 + 1e-6;
      return (
        word.text === other.text &&
        word.angle === other.angle &&
        isNear(word.x + x, other.x) &&
        isNear(word.y + y, other.y) &&
        isNear(word.width, other.width) &&
        isNear(word.height, other.height)
      );
    })
  );
}

const channels = 3;
const bytesPerPixel = 4;
/** By how much a dot may be lighter or darker than all dots around its place in the other picture. */
const tolerance = 64;

/** Whether each dot has its like in the other picture, at most one dot from its place. */
function lookSame(earlier: Pixels, later: Pixels, shift: Shift): boolean {
  if (earlier.width !== later.width || earlier.height !== later.height) return false;
  return isFoundIn(earlier, later, shift) && isFoundIn(later, earlier, { x: -shift.x, y: -shift.y });
}

function isFoundIn(picture: Pixels, other: Pixels, { x: shiftX, y: shiftY }: Shift): boolean {
  const { width, height, data } = picture;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * bytesPerPixel;
      const place = ((y + shiftY) * width + x + shiftX) * bytesPerPixel;
      for (let channel = 0; channel < channels; channel += 1) {
        const value = data[at + channel] as number;
        const isInside = x + shiftX >= 0 && x + shiftX < width;
        if (isInside && other.data[place + channel] === value) continue;
        if (!isNearIn(other, x + shiftX, y + shiftY, channel, value)) return false;
      }
    }
  }
  return true;
}

function isNearIn(
  { width, height, data }: Pixels,
  x: number,
  y: number,
  channel: number,
  value: number,
): boolean {
  let [lightest, darkest] = [0, 255];
  for (let nearY = y - 1; nearY <= y + 1; nearY += 1) {
    for (let nearX = x - 1; nearX <= x + 1; nearX += 1) {
      const isInside = nearX >= 0 && nearX < width && nearY >= 0 && nearY < height;
      // Beyond its edge, a sheet is white.
      const near = isInside ? (data[(nearY * width + nearX) * bytesPerPixel + channel] as number) : 255;
      if (near > lightest) lightest = near;
      if (near < darkest) darkest = near;
    }
  }
  return value >= darkest - tolerance && value <= lightest + tolerance;
}

/** By how many dots the later picture is to the right of the earlier one and below it, from the ink of its rows and columns. */
function shiftBetween(earlier: Pixels, later: Pixels, most: number): Shift {
  const [old, now] = [inkOf(earlier), inkOf(later)];
  return { x: bestShift(old.columns, now.columns, most), y: bestShift(old.rows, now.rows, most) };
}

function inkOf({ width, height, data }: Pixels): { rows: Float64Array; columns: Float64Array } {
  const [rows, columns] = [new Float64Array(height), new Float64Array(width)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const ink = 255 - (data[(y * width + x) * bytesPerPixel + 1] as number);
      if (ink === 0) continue;
      (rows[y] as number) += ink;
      (columns[x] as number) += ink;
    }
  }
  return { rows, columns };
}

/** Equal profiles are at rest: the nearest of the best shifts is taken. */
function bestShift(earlier: Float64Array, later: Float64Array, most: number): number {
  const nearestFirst = Array.from({ length: 2 * most + 1 }, (_, index) =>
    index % 2 === 0 ? index / 2 : -(index + 1) / 2,
  );
  let [best, smallest] = [0, Infinity];
  for (const shift of nearestFirst) {
    const difference = differenceAt(earlier, later, shift);
    if (difference < smallest) [best, smallest] = [shift, difference];
  }
  return best;
}

function differenceAt(earlier: Float64Array, later: Float64Array, shift: number): number {
  let sum = 0;
  for (let at = 0; at < earlier.length; at += 1) {
    sum += Math.abs((earlier[at] as number) - (later[at + shift] ?? 0));
  }
  return sum;
}
