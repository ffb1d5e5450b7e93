import { logError } from "~/platform/log.server";
import { AbandonedTask, type Order } from "../pdf/render-children.server";
import { RenderFailure } from "../pdf/render-process.server";
import type { Viewer } from "../policy";
import { notFound, nullIfNotFound, Refusal } from "../refusal";
import { drawSheet, drawView, picturesOfSheet, storePictures } from "./draw-sheet.server";
import { contentHash, type PictureFormat } from "./rendition";
import { readRendition } from "./rendition-cache.server";
import { viewNamed } from "./sheet-view";
import { type ReadSheet, readSheet } from "./stored-sheets.server";

type Asked = { id: number; hash: string; name: string; signal?: AbortSignal };

/**
 * Returns a picture of a sheet or of a view of it, which is drawn first if it is not stored. 404 for a sheet that the viewer may not see and for
 * another hash, 503 while too many are being drawn.
 */
export async function readSheetPicture(viewer: Viewer, { id, hash, name, signal }: Asked): Promise<Buffer> {
  const sheet = await nullIfNotFound(readSheet(viewer, id));
  const draw = drawingOf(name);
  if (!sheet || contentHash(sheet.sha256) !== hash || !draw) throw notFound("Picture");
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

/** Undefined for a name that no picture has. */
function drawingOf(name: string): Draw | undefined {
  if (picturesOfSheet.some((picture) => picture.name === name)) return drawSheet;
  const [, viewOfName = "", format] = /^(.+)\.(avif|webp)$/.exec(name) ?? [];
  const view = viewNamed(viewOfName);
  return view && ((sheet, order) => drawView(sheet, { view, format: format as PictureFormat, name }, order));
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
