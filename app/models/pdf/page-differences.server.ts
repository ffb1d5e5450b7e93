import { areasOf, type DotArea } from "./changed-areas";
import { coarseTolerance, fineTolerance, markDots } from "./changed-dots";
import { dotsAcross, maxShiftInDots, type OpenedPage } from "./page-comparison.server";
import { differMostly, isTurnedOrScaled, lieExactly } from "./page-fit.server";
import { exactShiftBetween, shiftOfCommonWords } from "./page-shift.server";
import {
  atRest,
  drawAt,
  type OpenPage,
  type PicturePlace,
  placeOn,
  withPage,
  wordsOf,
} from "./pdf-page.server";
import {
  type AreaKind,
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
  const place = placeOn(now, { longerSide: dotsAcross(now) });
  const after = drawAt(now, place);
  const shiftOfWords = shiftOfCommonWords(wordsOf(old), wordsOf(now));
  const shift = shiftOfWords ?? shiftOfInk(pages, place, after);
  const before = drawAt(old, place, shift);
  const marked = markDots(before, after, fineTolerance);
  if (shiftOfWords || lieExactly(before, after, marked)) {
    const areas = areasOf(marked, maxAreas).flatMap((area) => looked(pages, shift, place, area));
    return { obstacle: null, shift, areas: inOrder(areas, place) };
  }
  const coarse = markDots(before, after, coarseTolerance);
  if (isTurnedOrScaled(before, after) || differMostly(before, after, coarse)) return unable("turned");
  return { obstacle: null, shift, areas: inOrder(areasOf(coarse, maxAreas).filter(isSure), place) };
}

/** In points, for pages without words. */
function shiftOfInk({ old, now }: Pages, place: PicturePlace, after: Pixels): Move {
  const { x, y } = exactShiftBetween(drawAt(old, place), after, maxShiftInDots(now));
  return { x: x / place.scale.x, y: y / place.scale.y };
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
