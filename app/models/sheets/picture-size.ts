import { viewPixels } from "./sheet-view";

type Sides = { width: number; height: number };

/** How many pixels the picture with which a page comes has. */
export function pictureSize({ width, height }: Sides): Sides {
  const scale = viewPixels / Math.max(width, height);
  const pixels = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: pixels(width), height: pixels(height) };
}
