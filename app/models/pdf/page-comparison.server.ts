import { maxShift, shiftBetween } from "./page-shift.server";
import type { PdfDocument } from "./pdf-document.server";
import { atRest, drawPage, type OpenPage, withPage, wordsOf } from "./pdf-page.server";
import type { Move, PageComparison, Pixels, Word } from "./pdf-task";
import { pointsPerInch } from "./points-per-inch";

export type OpenedPage = { document: PdfDocument; page: number };

const dotsPerInch = 100;
/** Of a picture of a very large page, whose dots are then coarser. */
const maxDots = 5000;
/** How many dots the longer side of a page's picture has. */
export const dotsAcross = ({ width, height }: OpenPage): number =>
  Math.min(Math.round((Math.max(width, height) / pointsPerInch) * dotsPerInch), maxDots);

/** How far a drawing may have moved, in the dots of such a picture. */
export const maxShiftInDots = (page: OpenPage): number =>
  Math.ceil((maxShift * pointsPerInch * dotsAcross(page)) / Math.max(page.width, page.height));

/** Whether nothing that a person could see has changed, but for the place of the whole drawing on its sheet. */
export function comparePages(earlier: OpenedPage, later: OpenedPage): PageComparison {
  return withPage(earlier.document, earlier.page, (old) =>
    withPage(later.document, later.page, (now) => {
      if (Math.abs(old.width - now.width) > 1 || Math.abs(old.height - now.height) > 1) {
        return { isSame: false };
      }
      const [oldWords, newWords] = [wordsOf(old), wordsOf(now)];
      const shift = shiftOfWords(oldWords, newWords);
      if (!shift || !haveSameWords(oldWords, newWords, shift)) return { isSame: false };
      const dots = dotsAcross(now);
      const before = drawPage(old, { longerSide: dots });
      const after = drawPage(now, { longerSide: dots, move: { x: -shift.x, y: -shift.y } });
      const isScan = oldWords.length === 0;
      const rest = isScan ? shiftBetween(before, after, maxShiftInDots(now)) : atRest;
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
