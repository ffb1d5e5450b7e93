import { dotsOf, fineTolerance, thresholdsOf, white } from "./changed-dots";
import type { OpenedPage } from "./page-comparison.server";
import { drawAt, placeOn, withPage } from "./pdf-page.server";
import type { Move, PagePart, Pixels } from "./pdf-task";

type Asked = { shift: Move; longerSide: number; part: PagePart };

/** Draws a part of two pages over each other, the earlier one moved by `shift`. */
export const drawOverlay = (earlier: OpenedPage, later: OpenedPage, asked: Asked): Pixels =>
  withPage(earlier.document, earlier.page, (old) =>
    withPage(later.document, later.page, (now) => {
      const place = placeOn(now, asked);
      // A dot at the edge has others around it.
      const around = {
        ...place,
        ...{ left: place.left - 1, top: place.top - 1, width: place.width + 2, height: place.height + 2 },
      };
      return merge(inkOf(drawAt(old, around, asked.shift)), inkOf(drawAt(now, around)), place);
    }),
  );

/** How dark each dot is: the darkest of its three colours counts as much as their mean. */
function inkOf(picture: Pixels): Uint8Array {
  const dots = dotsOf(picture);
  const ink = new Uint8Array(dots.length);
  for (let at = 0; at < dots.length; at += 1) {
    const dot = dots[at] as number;
    if (dot === white) continue;
    const red = dot & 255;
    const green = (dot >>> 8) & 255;
    const blue = (dot >>> 16) & 255;
    ink[at] = 255 - ((Math.min(red, green, blue) + ((red + 2 * green + blue) >> 2)) >> 1);
  }
  return ink;
}

/** A colour over white, by how dark a dot is; `least` is added, since little ink is easily overlooked. */
const shadesOf = (red: number, green: number, blue: number, least: number): Uint32Array =>
  Uint32Array.from({ length: 256 }, (_, ink) => {
    const strength = Math.min(255, ink + least) / 255;
    const shade = (value: number) => Math.round(255 - (255 - value) * strength);
    return (255 << 24) | (shade(blue) << 16) | (shade(green) << 8) | shade(red);
  });

const onlyEarlier = shadesOf(205, 20, 40, 80);
const onlyLater = shadesOf(20, 80, 225, 80);
const inBoth = shadesOf(95, 95, 95, 0);

/** Ink of one picture that the other has within a dot is in both: the edges of lines get no colour. */
function merge(earlier: Uint8Array, later: Uint8Array, { width, height }: { width: number; height: number }) {
  const thresholds = thresholdsOf(fineTolerance);
  const merged = new Uint32Array(width * height).fill(white);
  const rowWidth = width + 2;
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let at = (y + 1) * rowWidth + 1; at <= (y + 1) * rowWidth + width; at += 1, to += 1) {
      const old = earlier[at] as number;
      const now = later[at] as number;
      if (old === 0 && now === 0) continue;
      if (old > now) merged[to] = shadesFor(old, later, at, rowWidth, thresholds, onlyEarlier)[old] as number;
      else merged[to] = shadesFor(now, earlier, at, rowWidth, thresholds, onlyLater)[now] as number;
    }
  }
  return { width, height, data: new Uint8Array(merged.buffer) };
}

/** Returns those of one picture alone if none around the same place in the other is as dark. */
function shadesFor(
  ink: number,
  other: Uint8Array,
  at: number,
  rowWidth: number,
  thresholds: Float64Array,
  alone: Uint32Array,
): Uint32Array {
  const enough = ink - (thresholds[ink] as number);
  for (let row = at - rowWidth; row <= at + rowWidth; row += rowWidth) {
    for (let dot = row - 1; dot <= row + 1; dot += 1) {
      if ((other[dot] as number) >= enough) return inBoth;
    }
  }
  return alone;
}
