import type { AreaKind } from "./area-kind";
import { areasOf, type DotArea } from "./changed-areas";
import { coarseTolerance, fineTolerance, markDots, movedDots } from "./changed-dots";
import { dotsAcross, maxShiftInDots, type OpenedPage } from "./page-comparison.server";
import { differMostly, isTurnedOrScaled, lieExactly } from "./page-fit.server";
import { exactShiftBetween, shiftOfCommonWords } from "./page-shift.server";
import {
  atRest,
  drawAt,
  hasLargePicture,
  type OpenPage,
  type PicturePlace,
  placeOn,
  withPage,
  wordsOf,
} from "./pdf-page.server";
import {
  type ChangedArea,
  type Move,
  maxAreas,
  type Obstacle,
  type PageDifferences,
  type Pixels,
} from "./pdf-task";

/** Finds where a drawing differs from an earlier one, wherever it is on its sheet by up to half an inch. */
export const findDifferences = (earlier: OpenedPage, later: OpenedPage): PageDifferences =>
  withPage(earlier.document, earlier.page, (old) =>
    withPage(later.document, later.page, (now) => differencesOf({ old, now })),
  );

type Pages = { old: OpenPage; now: OpenPage };

const unable = (obstacle: Obstacle): PageDifferences => ({ obstacle, shift: atRest, areas: [] });

function differencesOf(pages: Pages): PageDifferences {
  const { old, now } = pages;
  if (Math.abs(old.width - now.width) > 1 || Math.abs(old.height - now.height) > 1) return unable("size");
  const isScan = hasLargePicture(old) || hasLargePicture(now);
  const place = placeOn(now, { longerSide: dotsAcross(now) });
  const after = drawAt(now, place);
  // Words that a program has read in a scan are not where they are on paper.
  const shiftOfWords = isScan ? undefined : shiftOfCommonWords(wordsOf(old), wordsOf(now));
  const { shift, before } = shiftOfWords
    ? { shift: shiftOfWords, before: drawAt(old, place, shiftOfWords) }
    : movedByInk(pages, place, after, isScan);
  const marked = markDots(before, after, fineTolerance);
  const found = (areas: DotArea[]) => ({ obstacle: null, shift, areas: inOrder(areas, place) });
  if (shiftOfWords || lieExactly(before, after, marked)) {
    const areas = areasOf(marked, maxAreas);
    // Close up, a scan shows nothing more, and takes long to be drawn.
    return found(isScan ? areas.filter(isSure) : areas.flatMap((area) => looked(pages, shift, place, area)));
  }
  const coarse = markDots(before, after, coarseTolerance);
  if (isTurnedOrScaled(before, after) || differMostly(before, after, coarse)) return unable("turned");
  return found(areasOf(coarse, maxAreas).filter(isSure));
}

/** Moves the earlier page onto the later one, without words to tell by how much. */
function movedByInk({ old, now }: Pages, place: PicturePlace, after: Pixels, isScan: boolean) {
  const atPlace = drawAt(old, place);
  const exact = exactShiftBetween(atPlace, after, maxShiftInDots(now));
  // A picture in a file is drawn from a whole dot on, and takes long.
  const dots = isScan ? { x: Math.round(exact.x), y: Math.round(exact.y) } : exact;
  const shift = { x: dots.x / place.scale.x, y: dots.y / place.scale.y };
  return { shift, before: isScan ? movedDots(atPlace, dots) : drawAt(old, place, shift) };
}

/** Fewer are noise. */
const leastDots = 3;

const isSure = ({ removed, added }: DotArea): boolean => removed + added >= leastDots;

/** Of less it is hard to say whether it was removed, added or changed. */
const clearDots = 30;

/** Digits of small type lie on each other within the tolerance, and are told apart close up. */
function looked(pages: Pages, shift: Move, place: PicturePlace, area: DotArea): DotArea[] {
  if (area.removed + area.added >= clearDots) return [area];
  const found = lookClose(pages, shift, place, area);
  return found.length === 0 && isSure(area) ? [area] : found;
}

/** How much larger a doubtful area is drawn. */
const maxFactor = 8;
const maxCloseDots = 1600;
const leastCloseDots = 12;
/** Around a doubtful area. */
const margin = 8;

function lookClose({ old, now }: Pages, shift: Move, place: PicturePlace, area: DotArea): DotArea[] {
  const [width, height] = [area.right - area.left + 2 * margin, area.bottom - area.top + 2 * margin];
  const factor = Math.max(1, Math.min(maxFactor, maxCloseDots / Math.max(width, height)));
  const close = {
    left: Math.round((area.left - margin) * factor),
    top: Math.round((area.top - margin) * factor),
    width: Math.round(width * factor),
    height: Math.round(height * factor),
    scale: { x: place.scale.x * factor, y: place.scale.y * factor },
  };
  const marked = markDots(drawAt(old, close, shift), drawAt(now, close), fineTolerance);
  return areasOf(marked, 1)
    .filter(({ removed, added }) => removed + added >= leastCloseDots)
    .map((found) => ({
      ...found,
      left: (close.left + found.left) / factor,
      right: (close.left + found.right) / factor,
      top: (close.top + found.top) / factor,
      bottom: (close.top + found.bottom) / factor,
    }));
}

const inOrder = (areas: DotArea[], { width, height }: PicturePlace): ChangedArea[] =>
  areas
    .toSorted((one, other) => one.top - other.top || one.left - other.left)
    .map((area) => {
      const [left, right] = [Math.max(0, area.left / width), Math.min(1, area.right / width)];
      const [top, bottom] = [Math.max(0, area.top / height), Math.min(1, area.bottom / height)];
      return { left, top, width: right - left, height: bottom - top, kind: kindOf(area) };
    });

/** Less of the other kind is an edge. */
const leastShare = 0.1;

function kindOf({ removed, added }: DotArea): AreaKind {
  if (Math.min(removed, added) > leastShare * Math.max(removed, added)) return "changed";
  return removed > added ? "removed" : "added";
}
