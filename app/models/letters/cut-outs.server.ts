import { eq } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { logError } from "~/platform/log.server";
import { once } from "~/platform/remember";
import { loadSharp } from "../files/picture-conversion.server";
import { sha256Of } from "../files/sha256.server";
import type { Pixels } from "../pdf/pdf-task";
import { drawPart } from "../sheets/draw-sheet.server";
import { pick } from "../shown-fields";
import { planFiles, planSets, sheets } from "../tables.server";
import {
  firstPlaces,
  frameAround,
  labelSize,
  maxCutOuts,
  type Outlined,
  overlayOf,
  type PlacedItem,
  partOfSheet,
  withCutOuts,
} from "./cut-out";
import { cutOutPixels, type LetterContent, type LetterPlace } from "./letter";

/** By their SHA-256. */
export type CutOuts = ReadonlyMap<string, Buffer>;

const second = 1000;
const limits = { each: 2 * second, all: 30 * second };

/**
 * Draws the cut-outs of a letter: the first places of open corrections in its order, until there are 40. Leaves out what takes
 * longer than 2 s, and all that is left after 30 s. Returns the content with their hashes.
 */
export async function drawCutOuts(content: LetterContent, owner: number, { each, all } = limits) {
  const waiting = firstPlaces(content);
  const cutOuts = new Map<string, Buffer>();
  const hashOf = new Map<LetterPlace, string>();
  const failed = new Set<number>();
  const order = { owner, timeLimit: each, signal: AbortSignal.timeout(all) };
  while (waiting.length > 0 && cutOuts.size < maxCutOuts) {
    // Places on one sheet follow one another, since a child keeps the page open.
    const next = waiting.splice(0, maxCutOuts - cutOuts.size).toSorted(bySheet);
    for (const placed of next) {
      const { place } = placed;
      if (failed.has(place.sheetId) || order.signal.aborted) continue;
      const picture = await drawCutOut(placed, order).catch((error: unknown) => {
        logError(error, `drawing a place on sheet ${place.sheetId}`);
        return null;
      });
      if (!picture) {
        failed.add(place.sheetId);
        continue;
      }
      const hash = sha256Of(picture);
      cutOuts.set(hash, picture);
      hashOf.set(place, hash);
    }
  }
  return { cutOuts, content: withCutOuts(content, hashOf) };
}

const bySheet = ({ place: one }: PlacedItem, { place: other }: PlacedItem) => one.sheetId - other.sheetId;

/** Null for a sheet that cannot be shown. */
async function drawCutOut(placed: PlacedItem, order: Parameters<typeof drawPart>[2]): Promise<Buffer | null> {
  const { place } = placed;
  const [sheet] = await db
    .select({ ...pick(sheets, "page", "width", "height", "cannotBeShown"), fileKey: planFiles.fileKey })
    .from(sheets)
    .innerJoin(planSets, eq(planSets.id, sheets.planSetId))
    .innerJoin(planFiles, eq(planFiles.id, planSets.planFileId))
    .where(eq(sheets.id, place.sheetId));
  if (!sheet || sheet.cannotBeShown) return null;
  const frame = frameAround(place, sheet);
  const { part, x, y } = partOfSheet(frame, sheet);
  const longerSide = (Math.max(sheet.width, sheet.height) * cutOutPixels.width) / frame.width;
  const pixels = await drawPart(sheet, { part, longerSide }, order);
  return composed(pixels, { x, y }, overlayOf(placed, frame, sheet, await outlines()));
}

async function composed(
  { data, width, height }: Pixels,
  { x, y }: { x: number; y: number },
  overlay: string,
) {
  const sharp = await loadSharp();
  const [right, bottom] = [cutOutPixels.width - x, cutOutPixels.height - y];
  // Rounded, a part can be a pixel larger.
  const seen = { width: Math.min(width, right), height: Math.min(height, bottom) };
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .extract({ left: 0, top: 0, ...seen })
    .extend({ left: x, top: y, right: right - seen.width, bottom: bottom - seen.height, background: "white" })
    .composite([{ input: Buffer.from(overlay) }])
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
}

/** Outlines need no font of the machine. Fonts are opened with the first cut-out, to start faster. */
const outlines = once(async (): Promise<Outlined> => {
  const { openFonts } = await import("./letter-fonts.server");
  const { outlinesOf, measure } = openFonts();
  const style = { font: "bold", size: labelSize } as const;
  return (text) => ({ paths: outlinesOf(text, style), width: measure(text, style) });
});
