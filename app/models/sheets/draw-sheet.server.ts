import type { Sharp } from "sharp";
import { planFileStore } from "../files/file-store.server";
import { loadSharp } from "../files/picture-conversion.server";
import type { Pixels } from "../pdf/pdf-task";
import { type Order, renderPdf } from "../pdf/render-children.server";
import { type PictureFormat, pictureNames, renditions } from "./rendition";
import { hasRendition, storeRendition } from "./rendition-cache.server";

export type DrawnSheet = { fileKey: string; page: number };

const longestSide = renditions["first-view"].longerSide;

const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  // More effort costs five times the work for a twentieth of the bytes.
  avif: (picture) => picture.avif({ quality: 40, effort: 0 }),
  webp: (picture) => picture.webp({ quality: 60, effort: 3 }),
};

/** Pictures that are being drawn: whoever asks for one of them too waits for the same. */
const drawing = new Map<string, Promise<Map<string, Buffer>>>();

/** Draws and stores all pictures of a sheet. Throws a `RenderFailure`, or 503 while too many wait. */
export function drawSheet(sheet: DrawnSheet, order: Order): Promise<Map<string, Buffer>> {
  const key = `${sheet.fileKey} ${sheet.page}`;
  const known = drawing.get(key);
  if (known) return known;
  const drawn = draw(sheet, order).finally(() => drawing.delete(key));
  drawing.set(key, drawn);
  return drawn;
}

async function draw({ fileKey, page }: DrawnSheet, order: Order): Promise<Map<string, Buffer>> {
  const path = planFileStore.pathIn(fileKey);
  const pixels = await renderPdf({ kind: "draw", path, page: page - 1, longerSide: longestSide }, order);
  const pictures = new Map<string, Buffer>();
  for (const [name, { longerSide, formats }] of Object.entries(renditions)) {
    for (const format of formats) {
      pictures.set(`${name}.${format}`, await encoded(pixels, longerSide, format));
    }
  }
  return pictures;
}

async function encoded({ data, width, height }: Pixels, longerSide: number, format: PictureFormat) {
  const sharp = await loadSharp();
  const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  const resized =
    longerSide < longestSide
      ? picture.resize({ width: longerSide, height: longerSide, fit: "inside" })
      : picture;
  return encoders[format](resized).toBuffer();
}

export async function storePictures(sheet: DrawnSheet, pictures: Map<string, Buffer>): Promise<void> {
  for (const [name, picture] of pictures) await storeRendition({ ...sheet, name }, picture);
}

export const isDrawn = async (sheet: DrawnSheet): Promise<boolean> =>
  (await Promise.all(pictureNames.map((name) => hasRendition({ ...sheet, name })))).every(Boolean);
