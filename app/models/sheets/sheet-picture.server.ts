import { logError } from "~/platform/log.server";
import { AbandonedTask } from "../pdf/render-children.server";
import { RenderFailure } from "../pdf/render-process.server";
import type { Viewer } from "../policy";
import { notFound, nullIfNotFound, Refusal } from "../refusal";
import { type DrawnSheet, drawSheet, picturesOfSheet, storePictures } from "./draw-sheet.server";
import { contentHash } from "./rendition";
import { readRendition } from "./rendition-cache.server";
import { readSheet } from "./stored-sheets.server";

type Asked = { id: number; hash: string; name: string; signal?: AbortSignal };

/**
 * Returns a picture of a sheet, which is drawn first if it is not stored. 404 for a sheet that the viewer may not see and for
 * another hash, 503 while too many are being drawn.
 */
export async function readSheetPicture(viewer: Viewer, { id, hash, name, signal }: Asked): Promise<Buffer> {
  const sheet = await nullIfNotFound(readSheet(viewer, id));
  const isKnown = picturesOfSheet.some((picture) => picture.name === name);
  if (!sheet || contentHash(sheet.sha256) !== hash || !isKnown) throw notFound("Picture");
  const stored = await readRendition({ ...sheet, name });
  if (stored) return stored;
  if (sheet.cannotBeShown) throw cannotBeShown();
  const pictures = await drawn(sheet, viewer, signal).catch((error: unknown) => {
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

/** Whoever asked first for the same picture may have gone. */
async function drawn(sheet: DrawnSheet, viewer: Viewer, signal?: AbortSignal) {
  for (;;) {
    try {
      return await drawSheet(sheet, { owner: viewer.id, signal });
    } catch (error) {
      if (!(error instanceof AbandonedTask) || signal?.aborted) throw error;
    }
  }
}

const cannotBeShown = () => new Refusal(422, "This sheet cannot be shown. Download its file to see it.");
