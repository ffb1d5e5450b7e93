import { logError } from "~/platform/log.server";
import { pageDifferences } from "../pdf/pdf-result.server";
import type { PageDifferences } from "../pdf/pdf-task";
import { type Order, renderPdf } from "../pdf/render-children.server";
import { RenderFailure } from "../pdf/render-process.server";
import { pdfPageOf } from "./draw-sheet.server";
import { contentHash } from "./rendition";
import { readRendition, storeRendition } from "./rendition-cache.server";
import type { ReadSheet } from "./stored-sheets.server";

/** What two sheets are compared by. */
type Compared = Pick<ReadSheet, "id" | "fileKey" | "page" | "sha256" | "cannotBeShown">;

/**
 * Returns where a sheet differs from another one, or null if they cannot be compared. It is found once, and kept with the
 * pictures of the sheet. Throws 503 while too many wait.
 */
export async function readDifferences(
  earlier: Compared,
  later: Compared,
  order: Order,
): Promise<PageDifferences | null> {
  if (earlier.cannotBeShown || later.cannotBeShown) return null;
  const place = { ...later, name: `differences-${earlier.id}-${contentHash(earlier.sha256)}.json` };
  const stored = await readRendition(place);
  const known = stored && pageDifferences.safeParse(jsonIn(stored));
  if (known?.success) return known.data;
  const found = await findDifferences(earlier, later, order);
  if (!found) return null;
  // On a full disk it is found again each time.
  await storeRendition(place, Buffer.from(JSON.stringify(found))).catch((error: unknown) =>
    logError(error, "storing the differences of two sheets"),
  );
  return found;
}

function jsonIn(stored: Buffer): unknown {
  try {
    return JSON.parse(stored.toString());
  } catch {
    return undefined;
  }
}

async function findDifferences(
  earlier: Compared,
  later: Compared,
  order: Order,
): Promise<PageDifferences | null> {
  try {
    const pair = { earlier: pdfPageOf(earlier), later: pdfPageOf(later) };
    return await renderPdf({ kind: "differences", ...pair }, order);
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error;
    if (!order.signal?.aborted) logError(error, `comparing sheets ${earlier.id} and ${later.id}`);
    return null;
  }
}
