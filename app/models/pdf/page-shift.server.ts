import { wholePage } from "./pdf-page.server";
import type { Move, PagePart, Pixels, Word } from "./pdf-task";
import { pointsPerInch } from "./points-per-inch";

/** How far a drawing may have moved on its sheet, in inches. */
export const maxShift = 0.5;

/** Fewer words could agree by chance. */
const minWords = 5;

/** By how many points the words that both pages have are to the right and below, or undefined unless enough of them agree. */
export function shiftOfCommonWords(earlier: Word[], later: Word[]): Move | undefined {
  const moves = movesOf(earlier, later);
  const near = ({ x, y }: Move) => moves.filter((move) => Math.hypot(move.x - x, move.y - y) <= 1);
  const most = mostFrequent(moves);
  const agreeing = most ? near(most) : [];
  if (agreeing.length < Math.max(minWords, moves.length * 0.3)) return undefined;
  const middleOf = (values: number[]) =>
    values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
  return { x: middleOf(agreeing.map(({ x }) => x)), y: middleOf(agreeing.map(({ y }) => y)) };
}

/** How far each word is from the same one of the other page; those that one page has more often are left out. */
function movesOf(earlier: Word[], later: Word[]): Move[] {
  const [old, now] = [byText(earlier), byText(later)];
  const most = maxShift * pointsPerInch + 1;
  return [...now]
    .flatMap(([text, words]) => {
      const others = old.get(text) ?? [];
      const areAsMany = words.length === others.length;
      return areAsMany ? words.map((word, at) => moveOf(others[at] as Word, word)) : [];
    })
    .filter(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) <= most);
}

const moveOf = (from: Word, to: Word): Move => ({ x: to.x - from.x, y: to.y - from.y });

const byText = (words: Word[]): Map<string, Word[]> =>
  Map.groupBy(words, ({ text, angle }) => `${angle} ${text}`);

function mostFrequent(moves: Move[]): Move | undefined {
  const placeOf = ({ x, y }: Move) => `${Math.round(x * 2)} ${Math.round(y * 2)}`;
  const places = [...Map.groupBy(moves, placeOf).values()];
  return places.toSorted((one, other) => other.length - one.length)[0]?.[0];
}

const bytesPerPixel = 4;

type Profiles = { rows: Float64Array; columns: Float64Array };

/** By how many dots a later picture is to the right and below, from the ink of its rows and columns. */
export function shiftBetween(earlier: Pixels, later: Pixels, most: number): Move {
  const [old, now] = [inkOf(earlier), inkOf(later)];
  return { x: bestShift(old.columns, now.columns, most), y: bestShift(old.rows, now.rows, most) };
}

/** As `shiftBetween`, with the fraction of a dot. */
export function exactShiftBetween(earlier: Pixels, later: Pixels, most: number): Move {
  const [old, now] = [inkOf(earlier), inkOf(later)];
  const exactShift = (before: Float64Array, after: Float64Array) =>
    withFraction(before, after, bestShift(before, after, most));
  return { x: exactShift(old.columns, now.columns), y: exactShift(old.rows, now.rows) };
}

function inkOf({ width, height, data }: Pixels, part: PagePart = wholePage): Profiles {
  const [left, right] = [part.left, part.left + part.width].map((side) => Math.round(side * width));
  const [top, bottom] = [part.top, part.top + part.height].map((side) => Math.round(side * height));
  const [rows, columns] = [new Float64Array(height), new Float64Array(width)];
  for (let y = top ?? 0; y < (bottom ?? 0); y += 1) {
    for (let x = left ?? 0; x < (right ?? 0); x += 1) {
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

const withFraction = (earlier: Float64Array, later: Float64Array, shift: number): number =>
  shift + fractionAt(smooth(earlier), smooth(later), shift);

/** Spreads the ink of thin lines over some dots, to be told apart in fractions of one. */
const smooth = (profile: Float64Array): Float64Array =>
  profile.map((value, at) => {
    const beside = (distance: number) => (profile[at - distance] ?? 0) + (profile[at + distance] ?? 0);
    return (6 * value + 4 * beside(1) + beside(2)) / 16;
  });

/** Less is not seen. */
const leastFraction = 0.05;

/** What remains after a shift, from how steep the ink is where it differs. */
function fractionAt(earlier: Float64Array, later: Float64Array, shift: number): number {
  let [sum, steepness] = [0, 0];
  for (let at = 0; at < earlier.length; at += 1) {
    const slope = ((later[at + shift + 1] ?? 0) - (later[at + shift - 1] ?? 0)) / 2;
    const difference = (earlier[at] as number) - (later[at + shift] ?? 0);
    // What a dot does not explain has changed.
    if (Math.abs(difference) > Math.abs(slope)) continue;
    sum += slope * difference;
    steepness += slope * slope;
  }
  const fraction = steepness === 0 ? 0 : sum / steepness;
  return Math.abs(fraction) < leastFraction ? 0 : Math.min(Math.max(fraction, -0.5), 0.5);
}

const third = 1 / 3;
const sides = {
  left: { left: 0, top: 0, width: third, height: 1 },
  right: { left: 1 - third, top: 0, width: third, height: 1 },
  top: { left: 0, top: 0, width: 1, height: third },
  bottom: { left: 0, top: 1 - third, width: 1, height: third },
};

/** How far a side of a turned or scaled drawing is looked for, in dots. */
const maxLocalShift = 12;

type Sides = Record<keyof typeof sides, Move>;

/** How far each side of a picture has moved, in dots. */
export function localShiftsBetween(earlier: Pixels, later: Pixels): Sides {
  const shifts = Object.entries(sides).map(([side, part]) => {
    const [old, now] = [inkOf(earlier, part), inkOf(later, part)];
    return [side, { x: clearShift(old.columns, now.columns), y: clearShift(old.rows, now.rows) }];
  });
  return Object.fromEntries(shifts);
}

/** The best shift, if it is much better than none. */
function clearShift(earlier: Float64Array, later: Float64Array): number {
  const best = bestShift(earlier, later, maxLocalShift);
  const isClear = differenceAt(earlier, later, best) < 0.8 * differenceAt(earlier, later, 0);
  return withFraction(earlier, later, isClear ? best : 0);
}
