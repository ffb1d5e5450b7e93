import { dotsOf, type MarkedDots, marks } from "./changed-dots";
import { localShiftsBetween } from "./page-shift.server";
import type { Pixels } from "./pdf-task";

const columns = 12;
const rows = 8;

/** Darker than paper and the edges of thin lines, in green. */
const isInk = (dot: number): boolean => ((dot >>> 8) & 255) < 192;

type Counts = { ink: number; differing: number; alone: number };

/** Counts the dots of each block of two pictures: with ink in one of them, with any mark, and with one that is not doubtful. */
function countBlocks(earlier: Pixels, later: Pixels, marked: MarkedDots): Counts[] {
  const { width, height, dots } = marked;
  const [before, after] = [dotsOf(earlier), dotsOf(later)];
  const blocks = Array.from({ length: columns * rows }, () => ({ ink: 0, differing: 0, alone: 0 }));
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += 1, at += 1) {
      const mark = dots[at] as number;
      if (mark === 0 && !isInk(after[at] as number) && !isInk(before[at] as number)) continue;
      const block = blocks[row + Math.floor((x * columns) / width)] as Counts;
      block.ink += 1;
      if (mark !== 0) block.differing += 1;
      if ((mark & (marks.removed | marks.added)) !== 0) block.alone += 1;
    }
  }
  return blocks;
}

const sumOf = (blocks: Counts[], name: keyof Counts): number =>
  blocks.reduce((sum, block) => sum + block[name], 0);

/** Changes alone make fewer dots differ, unless a sheet is drawn anew. */
const maxDiffering = 0.15;

/** Whether so few dots differ that two pictures lie on each other exactly. */
export function lieExactly(earlier: Pixels, later: Pixels, marked: MarkedDots): boolean {
  const blocks = countBlocks(earlier, later, marked);
  return sumOf(blocks, "differing") <= maxDiffering * sumOf(blocks, "ink");
}

const leastInk = 200;

/** Whether much of the ink in many parts of two pictures has no like in the other. */
export function differMostly(earlier: Pixels, later: Pixels, marked: MarkedDots): boolean {
  const inked = countBlocks(earlier, later, marked).filter(({ ink }) => ink >= leastInk);
  const differing = inked.filter(({ ink, alone }) => alone > ink * 0.2);
  return differing.length > inked.length / 3;
}

/** In dots; less is within the tolerance. */
const mostApart = 1.25;

/** Whether one side of a drawing has moved otherwise than the opposite side. */
export function isTurnedOrScaled(earlier: Pixels, later: Pixels): boolean {
  const { left, right, top, bottom } = localShiftsBetween(earlier, later);
  return [left.x - right.x, left.y - right.y, top.x - bottom.x, top.y - bottom.y].some(
    (difference) => Math.abs(difference) >= mostApart,
  );
}
