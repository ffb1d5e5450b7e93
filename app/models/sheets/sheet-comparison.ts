import type { ChangedArea } from "../pdf/pdf-task";
import type { SheetPicture } from "./rendition";
import {
  cellAt,
  pictureOfView,
  type SheetView,
  type ViewPicture,
  viewName,
  viewNamed,
  viewOfPicture,
  zooms,
} from "./sheet-view";

/** Pictures of a view that two sheets have: both over each other, and the earlier one where the later one is. */
const comparisonPictures = ["both", "earlier"] as const;

export type ComparisonPicture = {
  kind: (typeof comparisonPictures)[number];
  earlier: SheetPicture;
  view: ViewPicture;
};

/** Such as "both-7-1ab34cd-view-1-0-0-8-8": the later sheet, with which it is kept, stands before it in an address. */
export const comparisonName = ({ kind, earlier, view }: ComparisonPicture): string =>
  `${kind}-${earlier.id}-${earlier.hash}-${viewName(view)}`;

/** Undefined for what is not the name of such a picture. */
export function comparisonNamed(name: string): ComparisonPicture | undefined {
  const [, kindName, id = "", hash = "", viewOfName = ""] =
    /^([a-z]+)-(\d{1,10})-([0-9a-f]{1,20})-(view-.+)$/.exec(name) ?? [];
  const kind = comparisonPictures.find((known) => known === kindName);
  const view = viewNamed(viewOfName);
  if (!kind || !view) return undefined;
  const comparison = { kind, earlier: { id: Number(id), hash }, view };
  return comparisonName(comparison) === name ? comparison : undefined;
}

/** The closest view with an area in the middle and as much again around it. */
export function viewOfArea({ left, top, width, height }: ChangedArea): SheetView {
  const side = 2 * Math.max(width, height);
  const zoom = zooms.findLast((known) => known <= closestZoom && known * side <= 1) ?? 1;
  return viewOfPicture(pictureOfView({ zoom, x: left + width / 2, y: top + height / 2 }));
}

/** Closer, one would not see where on the sheet it is. */
const closestZoom = 8;

export const cellOfArea = ({ left, top, width, height }: ChangedArea): string =>
  cellAt({ x: left + width / 2, y: top + height / 2 });
