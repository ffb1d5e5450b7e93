import type { Sharp } from "sharp";
import { planFileStore } from "../files/file-store.server";
import { loadSharp } from "../files/picture-conversion.server";
import type { Move, PagePart, PdfPage, Pixels } from "../pdf/pdf-task";
import { type Order, renderPdf } from "../pdf/render-children.server";
import { type PictureFormat, pictureName, type Rendition, renditions } from "./rendition";
import { hasRendition, storeRendition } from "./rendition-cache.server";
import type { ComparisonPicture } from "./sheet-comparison";
import { partOfPicture, type ViewPicture, viewPixels } from "./sheet-view";

export type DrawnSheet = { fileKey: string; page: number };

export const pdfPageOf = ({ fileKey, page }: DrawnSheet): PdfPage => ({
  path: planFileStore.pathIn(fileKey),
  page: page - 1,
});

const longestSide = renditions["first-view"].longerSide;

const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  // More effort costs five times the work for a twentieth of the bytes.
  avif: (picture) => picture.avif({ quality: 40, effort: 0 }),
  webp: (picture) => picture.webp({ quality: 60, effort: 3 }),
};

/** The pictures that each sheet has. */
export const picturesOfSheet = (Object.keys(renditions) as Rendition[]).flatMap((rendition) => {
  const { longerSide, formats } = renditions[rendition];
  return formats.map((format) => ({ name: pictureName(rendition, format), longerSide, format }));
});

type Drawn = Map<string, Buffer>;

/** Pictures that are being drawn: whoever asks for one of them too waits for the same. */
const drawing = new Map<string, Promise<Drawn>>();

function drawOnce(key: string, draw: () => Promise<Drawn>): Promise<Drawn> {
  const known = drawing.get(key);
  if (known) return known;
  const drawn = draw().finally(() => drawing.delete(key));
  drawing.set(key, drawn);
  return drawn;
}

/** Draws all pictures that a sheet has. Throws a `RenderFailure`, or 503 while too many wait. */
export const drawSheet = (sheet: DrawnSheet, order: Order): Promise<Drawn> =>
  drawOnce(`${sheet.fileKey} ${sheet.page}`, async () => {
    const pixels = await renderPdf({ kind: "draw", ...pdfPageOf(sheet), longerSide: longestSide }, order);
    const drawn: Drawn = new Map();
    for (const { name, longerSide, format } of picturesOfSheet) {
      drawn.set(name, await encoded(pixels, format, longerSide));
    }
    return drawn;
  });

/** Draws a part of a sheet. Throws as `drawSheet` does. */
export const drawPart = (
  sheet: DrawnSheet,
  size: { longerSide: number; part: PagePart },
  order: Order,
): Promise<Pixels> => renderPdf({ kind: "draw", ...pdfPageOf(sheet), ...size }, order);

type AskedPicture = { view: ViewPicture; format: PictureFormat; name: string };

const sizeOf = (view: ViewPicture) => ({ longerSide: viewPixels * view.zoom, part: partOfPicture(view) });

/** Draws one picture of a view. Throws as `drawSheet` does. */
export const drawView = (
  sheet: DrawnSheet,
  { view, format, name }: AskedPicture,
  order: Order,
): Promise<Drawn> =>
  drawOnce(`${sheet.fileKey} ${sheet.page} ${name}`, async () => {
    const pixels = await drawPart(sheet, sizeOf(view), order);
    return new Map([[name, await encoded(pixels, format)]]);
  });

type DrawnPair = { earlier: DrawnSheet; later: DrawnSheet; shift: Move };

/** Draws a view of two sheets, or of the earlier one alone where the later one is. Throws as `drawSheet` does. */
export const drawComparison = (
  { earlier, later, shift }: DrawnPair,
  { kind, view, format, name }: AskedPicture & { kind: ComparisonPicture["kind"] },
  order: Order,
): Promise<Drawn> =>
  drawOnce(`${later.fileKey} ${later.page} ${name}`, async () => {
    const pair = { earlier: pdfPageOf(earlier), later: pdfPageOf(later) };
    const pixels =
      kind === "both"
        ? await renderPdf({ kind: "overlay", ...pair, ...sizeOf(view), shift }, order)
        : await renderPdf({ kind: "draw", ...pair.earlier, ...sizeOf(view), move: shift }, order);
    return new Map([[name, await encoded(pixels, format)]]);
  });

const corner = { left: 0, top: 0, width: 0.01, height: 0.01 };
const afterAllJobs = { priority: 100 };

/** Opens the page of a sheet: whoever looks at it may look closer soon. */
export const openPage = (sheet: DrawnSheet): Promise<unknown> =>
  drawOnce(`${sheet.fileKey} ${sheet.page} open`, async () => {
    await drawPart(sheet, { longerSide: 100, part: corner }, afterAllJobs);
    return new Map();
    // A page that cannot be opened says so when it is drawn.
  }).catch(() => undefined);

async function encoded({ data, width, height }: Pixels, format: PictureFormat, longerSide?: number) {
  const sharp = await loadSharp();
  const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  const resized =
    longerSide && longerSide < Math.max(width, height)
      ? picture.resize({ width: longerSide, height: longerSide, fit: "inside" })
      : picture;
  return encoders[format](resized).toBuffer();
}

export async function storePictures(sheet: DrawnSheet, drawn: Map<string, Buffer>): Promise<void> {
  for (const [name, picture] of drawn) await storeRendition({ ...sheet, name }, picture);
}

export const isDrawn = async (sheet: DrawnSheet): Promise<boolean> =>
  (await Promise.all(picturesOfSheet.map(({ name }) => hasRendition({ ...sheet, name })))).every(Boolean);
