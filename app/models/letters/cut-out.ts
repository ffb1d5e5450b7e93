import { type Discipline, disciplines } from "../discipline";
import { anchorOf, boxOf, type Drawn } from "../markups/markup";
import { flagHeight, flagOf, pathOf } from "../markups/shape-path";
import type { PagePart } from "../pdf/pdf-task";
import type { Tone } from "../tone";
import {
  cutOutPixels,
  type LetterContent,
  type LetterItem,
  type LetterPlace,
  openItemsOf,
  withChangedItems,
} from "./letter";

export const cutOutType = "image/jpeg";
export const maxCutOuts = 40;

type Sides = { width: number; height: number };
/** In points of a sheet. What is beyond its edges is white. */
export type Frame = { left: number; top: number } & Sides;

export type PlacedItem = { discipline: Discipline; item: LetterItem; place: LetterPlace };

/** The first place of each open correction, in the order of the letter. */
export const firstPlaces = ({ disciplines: rows }: Pick<LetterContent, "disciplines">): PlacedItem[] =>
  rows.flatMap((row) =>
    openItemsOf(row).flatMap((item) => {
      const place = item.places?.[0];
      return place ? [{ discipline: row.discipline, item, place }] : [];
    }),
  );

/** Says of each place which picture it has: null is none. */
export function withCutOuts(content: LetterContent, hashOf: ReadonlyMap<LetterPlace, string>): LetterContent {
  const withHashes = ({ places, ...item }: LetterItem): LetterItem => ({
    ...item,
    ...(places && { places: places.map((place) => ({ ...place, cutOut: hashOf.get(place) ?? null })) }),
  });
  return { ...content, disciplines: withChangedItems(content.disciplines, withHashes) };
}

const leastWidth = 6 * 72;
const shownPart = 2 / 3;

/** What is around a place, so that its shape fills no more than two thirds. */
export function frameAround({ points }: Pick<Drawn, "points">, sheet: Sides): Frame {
  const box = boxOf(points);
  const ratio = cutOutPixels.width / cutOutPixels.height;
  const [across, down] = [(box.right - box.left) * sheet.width, (box.bottom - box.top) * sheet.height];
  const width = Math.max(leastWidth, across / shownPart, (down / shownPart) * ratio);
  const height = width / ratio;
  return {
    left: startOf(((box.left + box.right) / 2) * sheet.width, width, sheet.width),
    top: startOf(((box.top + box.bottom) / 2) * sheet.height, height, sheet.height),
    ...{ width, height },
  };
}

/** Within the sheet, or with the sheet in the middle if that is smaller. */
const startOf = (middle: number, side: number, most: number): number =>
  side > most ? (most - side) / 2 : Math.min(Math.max(middle - side / 2, 0), most - side);

/** What is drawn of the sheet, in fractions of it, and where it is in the cut-out, in pixels. */
export function partOfSheet(frame: Frame, sheet: Sides): { part: PagePart; x: number; y: number } {
  const [left, top] = [Math.max(frame.left, 0), Math.max(frame.top, 0)];
  const scale = cutOutPixels.width / frame.width;
  return {
    part: {
      left: left / sheet.width,
      top: top / sheet.height,
      width: Math.min(frame.width, sheet.width) / sheet.width,
      height: Math.min(frame.height, sheet.height) / sheet.height,
    },
    x: Math.round((left - frame.left) * scale),
    y: Math.round((top - frame.top) * scale),
  };
}

/** As on the sheet's page, which is white in both color schemes too: see sheet-view.css. */
const colors: Record<Tone, string> = {
  red: "#b3261e",
  blue: "#123a6d",
  green: "#17693b",
  brown: "#5d4037",
  violet: "#5b3aa0",
  teal: "#0b6266",
  orange: "#97430b",
  yellow: "#6b4c00",
  grey: "#4a5563",
};

const edge = "#c3cad2";
const flagScale = 1.75;

/** The outlines of a text, and how wide it is. */
export type Outlined = (text: string) => { paths: string; width: number };

/** The height of its letters. */
export const labelSize = 15;
const maxLabelLength = 28;

/** What is drawn over a cut-out: the shape in the color of the discipline, and a flag with its number. */
export function overlayOf(
  { discipline, item, place }: PlacedItem,
  frame: Frame,
  sheet: Sides,
  outlined: Outlined,
) {
  const { width, height } = cutOutPixels;
  const ink = colors[disciplines[discipline].tone];
  const scale = width / frame.width;
  const [anchorX, anchorY] = anchorOf(place);
  const [x, y] = [(anchorX * sheet.width - frame.left) * scale, (anchorY * sheet.height - frame.top) * scale];
  const written = [item.number, place.text].filter(Boolean).join(" ");
  const label = outlined(
    written.length > maxLabelLength ? `${written.slice(0, maxLabelLength - 1)}…` : written,
  );
  const flagWidth = label.width + 14;
  const side = { isLeft: x + flagWidth * flagScale > width, isBelow: y < flagHeight * flagScale };
  const flag = flagOf(flagWidth, side);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<g transform="translate(${-frame.left * scale} ${-frame.top * scale}) scale(${scale})" fill="none" stroke="${ink}" stroke-width="${4 / scale}" stroke-linejoin="round"><path d="${pathOf(place, sheet)}"/></g>
<g transform="translate(${x} ${y}) scale(${flagScale})"><path d="${flag.path}" fill="${ink}" stroke="#fff"/>
<g transform="translate(${flag.left + 7} ${flag.top + flagHeight / 2 + labelSize * 0.36})" fill="#fff">${label.paths}</g></g>
<path d="M0.5 0.5H${width - 0.5}V${height - 0.5}H0.5Z" fill="none" stroke="${edge}"/>
</svg>`;
}
