import type { Move, Pixels } from "./pdf-task";

/** What a dot of two pictures laid over each other may be, or both of the first. A doubtful one differs, but has its like beside it. */
export const marks = { removed: 1, added: 2, doubtful: 4 } as const;

/** Has a sum of marks for each dot. */
export type MarkedDots = { width: number; height: number; dots: Uint8Array };

/** How much darker a dot must be than all around it in the other picture, by its darkness. */
export type Tolerance = { least: number; share: number };

/** For drawings that lie on each other to a part of a dot. */
export const fineTolerance: Tolerance = { least: 16, share: 0.3 };
/** For scans, which have noise. */
export const coarseTolerance: Tolerance = { least: 64, share: 0.3 };

export const white = 0xffffffff;

/** A number for each dot, of alpha, blue, green and red. */
export const dotsOf = ({ data }: Pixels): Uint32Array =>
  new Uint32Array(data.buffer, data.byteOffset, data.length / 4);

/** Moves a picture by whole dots, over white. */
export function movedDots(picture: Pixels, { x, y }: Move): Pixels {
  const { width, height } = picture;
  const from = dotsOf(picture);
  const to = new Uint32Array(from.length).fill(white);
  for (let row = Math.max(0, -y); row < Math.min(height, height - y); row += 1) {
    const start = row * width;
    const moved = from.subarray(start + Math.max(0, -x), start + Math.min(width, width - x));
    to.set(moved, (row + y) * width + Math.max(0, x));
  }
  return { width, height, data: new Uint8Array(to.buffer) };
}

export const thresholdsOf = ({ least, share }: Tolerance): Float64Array =>
  Float64Array.from({ length: 256 }, (_, ink) => least + share * ink);

/** In a colour, whose place in a dot's number is `bits`. */
const inkIn = (dot: number, bits: number): number => 255 - ((dot >>> bits) & 255);

/** The least difference of a doubtful dot, in a colour. */
const doubtfulDifference = 32;

const colors = [0, 8, 16] as const;

function differs(one: number, other: number): boolean {
  for (const bits of colors) {
    if (Math.abs(inkIn(one, bits) - inkIn(other, bits)) > doubtfulDifference) return true;
  }
  return false;
}

/** The most ink of a dot and the eight around it, which must all be in the picture. */
function inkAround(dots: Uint32Array, at: number, width: number, bits: number): number {
  let most = 0;
  for (let row = at - width; row <= at + width; row += width) {
    for (let dot = row - 1; dot <= row + 1; dot += 1) {
      const ink = inkIn(dots[dot] as number, bits);
      if (ink > most) most = ink;
    }
  }
  return most;
}

type Picture = { dots: Uint32Array; width: number };

/** Whether a dot has ink that none around its place in the other picture has. */
function isAlone(dot: number, at: number, { dots, width }: Picture, thresholds: Float64Array): boolean {
  for (const bits of colors) {
    const ink = inkIn(dot, bits);
    const threshold = thresholds[ink] as number;
    if (ink - inkIn(dots[at] as number, bits) <= threshold) continue;
    if (ink - inkAround(dots, at, width, bits) > threshold) return true;
  }
  return false;
}

const isColored = (dot: number): boolean => {
  const [red, green, blue] = [inkIn(dot, 0), inkIn(dot, 8), inkIn(dot, 16)];
  return Math.max(red, green, blue) - Math.min(red, green, blue) > 96;
};

/** Marks what only one of two pictures of the same size has. What has another colour is removed and added. */
export function markDots(earlier: Pixels, later: Pixels, tolerance: Tolerance): MarkedDots {
  const { width, height } = later;
  const before = { dots: dotsOf(earlier), width };
  const after = { dots: dotsOf(later), width };
  const thresholds = thresholdsOf(tolerance);
  const dots = new Uint8Array(width * height);
  const markOf = (old: number, now: number, at: number) => {
    const isRemoved = isAlone(old, at, after, thresholds);
    const isAdded = isAlone(now, at, before, thresholds);
    if (!isRemoved && !isAdded) return marks.doubtful;
    if ((isRemoved && isAdded) || isColored(isRemoved ? now : old)) return marks.removed | marks.added;
    return isRemoved ? marks.removed : marks.added;
  };
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const old = before.dots[at] as number;
      const now = after.dots[at] as number;
      if (old !== now && differs(old, now)) dots[at] = markOf(old, now, at);
    }
  }
  return { width, height, dots };
}
