import { type Rendition, renditions } from "./rendition";

type Sides = { width: number; height: number };

/** How many pixels a picture has. */
export function pictureSize({ width, height }: Sides, name: Rendition): Sides {
  const scale = renditions[name].longerSide / Math.max(width, height);
  const pixels = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: pixels(width), height: pixels(height) };
}
