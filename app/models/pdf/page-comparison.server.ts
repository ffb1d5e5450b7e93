import type { PdfDocument } from "./pdf-document.server";
import { atRest, drawPage, type Move, withPage, wordsOf } from "./pdf-page.server";
import { type PageComparison, type Pixels, pointsPerInch, type Word } from "./pdf-task";

type Opened = { document: PdfDocument; page: number };

const dotsPerInch = 100;
/** Of a picture of a very large page, whose dots are then coarser. */
const maxDots = 5000;
/** How far a drawing may have moved on its sheet, in inches. */
const maxShift = 0.5;

/** Whether nothing that a person could see has changed, but for the place of the whole drawing on its sheet. */
export function comparePages(earlier: Opened, later: Opened): PageComparison {
  return withPage(earlier.document, earlier.page, (old) =>
    withPage(later.document, later.page, (now) => {
      if (Math.abs(old.width - now.width) > 1 || Math.abs(old.height - now.height) > 1) {
        return { isSame: false };
      }
      const [oldWords, newWords] = [wordsOf(old), wordsOf(now)];
      const shift = shiftOfWords(oldWords, newWords);
      if (!shift || !haveSameWords(oldWords, newWords, shift)) return { isSame: false };
      const inches = Math.max(old.width, old.height) / pointsPerInch;
      const dots = Math.min(Math.round(inches * dotsPerInch), maxDots);
      const before = drawPage(old, { longerSide: dots });
      const after = drawPage(now, { longerSide: dots, move: { x: -shift.x, y: -shift.y } });
      const isScan = oldWords.length === 0;
      const rest = isScan ? shiftBetween(before, after, Math.ceil((maxShift * dots) / inches)) : atRest;
      return { isSame: lookSame(before, after, rest) };
    }),
  );
}

/** By how many points the words have moved, or undefined if that is too far. */
function shiftOfWords(earlier: Word[], later: Word[]): Move | undefined {
  if (earlier.length !== later.length) return undefined;
  const middleOf = (moves: number[]) => moves.toSorted((one, other) => one - other)[moves.length >> 1] ?? 0;
  const moves = (axis: "x" | "y") => later.map((word, index) => word[axis] - (earlier[index]?.[axis] ?? 0));
  const shift = { x: middleOf(moves("x")), y: middleOf(moves("y")) };
  return Math.max(Math.abs(shift.x), Math.abs(shift.y)) <= maxShift * pointsPerInch ? shift : undefined;
}

/** Whether two pages with as many words have the same ones at the same places, to 1 pt. */
function haveSameWords(earlier: Word[], later: Word[], { x, y }: Move): boolean {
  const isNear = (one: number, two: number) => Math.abs(one - two) <= 1 + 1e-6;
  return earlier.every((word, index) => {
    const other = later[index] as Word;
    return (
      word.text === other.text &&
      word.angle === other.angle &&
      isNear(word.x + x, other.x) &&
      isNear(word.y + y, other.y) &&
      isNear(word.width, other.width) &&
      isNear(word.height, other.height)
    );
  });
}

const channels = 3;
const bytesPerPixel = 4;
/** By how much a dot may be lighter or darker: another program writes the same places with other digits. */
const tolerance = 16;

/** Whether each dot is as it was at its place. Dots around it do not count: the digits of small type are next to each other. */
function lookSame(earlier: Pixels, later: Pixels, { x: shiftX, y: shiftY }: Move): boolean {
  const { width, height } = earlier;
  if (width !== later.width || height !== later.height) return false;
  for (let y = Math.min(0, -shiftY); y < Math.max(height, height - shiftY); y += 1) {
    for (let x = Math.min(0, -shiftX); x < Math.max(width, width - shiftX); x += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        const before = valueAt(earlier, x, y, channel);
        if (Math.abs(before - valueAt(later, x + shiftX, y + shiftY, channel)) > tolerance) return false;
      }
    }
  }
  return true;
}

/** Beyond its edge, a sheet is white. */
function valueAt({ width, height, data }: Pixels, x: number, y: number, channel: number): number {
  const isInside = x >= 0 && x < width && y >= 0 && y < height;
  return isInside ? (data[(y * width + x) * bytesPerPixel + channel] as number) : 255;
}

/** By how many dots a later scan is to the right and below, from the ink of its rows and columns: it has no words to tell. */
function shiftBetween(earlier: Pixels, later: Pixels, most: number): Move {
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
