import { logError } from "~/platform/log.server";
import { AbandonedTask, type Order } from "../pdf/render-children.server";
import { RenderFailure } from "../pdf/render-process.server";
import type { Viewer } from "../policy";
import { notFound, nullIfNotFound, Refusal } from "../refusal";
import { drawComparison, drawSheet, drawView, picturesOfSheet, storePictures } from "./draw-sheet.server";
import { contentHash, type PictureFormat, type SheetPicture } from "./rendition";
import { readRendition } from "./rendition-cache.server";
import { comparisonNamed } from "./sheet-comparison";
import { readDifferences } from "./sheet-comparison.server";
import { viewNamed } from "./sheet-view";
import { type ReadSheet, readSheet } from "./stored-sheets.server";

type Asked = { id: number; hash: string; name: string; signal?: AbortSignal };

/**
 * Returns a picture of a sheet, of a view of it, or of its comparison with another one. It is drawn first if it is not stored.
 * 404 for a sheet that the viewer may not see and for another hash, 503 while too many are being drawn.
 */
export async function readSheetPicture(viewer: Viewer, { id, hash, name, signal }: Asked): Promise<Buffer> {
  const sheet = await nullIfNotFound(readSheet(viewer, id));
  const draw = sheet && contentHash(sheet.sha256) === hash && (await drawingOf(viewer, sheet, name));
  if (!draw) throw notFound("Picture");
  const stored = await readRendition({ ...sheet, name });
  if (stored) return stored;
  if (sheet.cannotBeShown) throw cannotBeShown();
  const order = { owner: viewer.id, signal };
  const pictures = await untilDrawn(() => draw(sheet, order), signal).catch((error: unknown) => {
    if (!(error instanceof RenderFailure)) throw error;
    if (!signal?.aborted) logError(error, `drawing sheet ${id}`);
    throw cannotBeShown();
  });
  // On a full disk it is drawn again each time.
  await storePictures(sheet, pictures).catch((error: unknown) =>
    logError(error, "storing a picture of a sheet"),
  );
  return pictures.get(name) as Buffer;
}

type Draw = (sheet: ReadSheet, order: Order) => Promise<Map<string, Buffer>>;

/** Undefined for a name that no picture has, and for a comparison with a sheet that the viewer may not see. */
async function drawingOf(viewer: Viewer, sheet: ReadSheet, name: string): Promise<Draw | undefined> {
  if (picturesOfSheet.some((picture) => picture.name === name)) return drawSheet;
  const [, viewOfName = "", format] = /^(.+)\.(avif|webp)$/.exec(name) ?? [];
  const asked = { format: format as PictureFormat, name };
  const view = viewNamed(viewOfName);
  if (view) return (own, order) => drawView(own, { ...asked, view }, order);
  const comparison = comparisonNamed(viewOfName);
  const earlier = comparison && (await readCompared(viewer, sheet, comparison.earlier));
  return earlier && ((later, order) => drawCompared({ earlier, later }, { ...asked, ...comparison }, order));
}

/** Returns another sheet of the same permit, in the viewer's scope. */
async function readCompared(viewer: Viewer, { permitId }: ReadSheet, { id, hash }: SheetPicture) {
  const other = await nullIfNotFound(readSheet(viewer, id));
  return other?.permitId === permitId && contentHash(other.sha256) === hash ? other : undefined;
}

type Pair = { earlier: ReadSheet; later: ReadSheet };

async function drawCompared(pair: Pair, asked: Parameters<typeof drawComparison>[1], order: Order) {
  const differences = await readDifferences(pair.earlier, pair.later, order);
  if (!differences) throw cannotBeShown();
  return drawComparison({ ...pair, shift: differences.shift }, asked, order);
}

/** Whoever asked first for the same picture may have gone. */
async function untilDrawn<Result>(draw: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    try {
      return await draw();
    } catch (error) {
      if (!(error instanceof AbandonedTask) || signal?.aborted) throw error;
    }
  }
}

const cannotBeShown = () => new Refusal(422, "This sheet cannot be shown. Download its file to see it.");
