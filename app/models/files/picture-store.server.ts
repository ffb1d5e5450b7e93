import { createHash, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import sharp from "sharp";
import { env } from "~/env.server";
import { db } from "../db.server";
import { fieldRefusal, Refusal } from "../refusal";
import { cities, users } from "../tables.server";
import { workQueue } from "../work-queue.server";
import { writeNewFile } from "./new-file.server";
import { removeOrphans } from "./orphan.server";

export const largestPicture = 1024 * 1024;

const folder = join(env.DATA_DIR, "pictures");
mkdirSync(folder, { recursive: true, mode: 0o700 });

const formats = new Set(["png", "jpeg", "webp"]);
const longestSide = 320;
const mostPixels = 4096 * 4096;

// Opened, a picture is many times its file, and none is drawn twice.
sharp.cache(false);
sharp.concurrency(1);
const enqueue = workQueue({
  concurrency: 1,
  waiting: 20,
  refusal: () =>
    new Refusal(503, "Many pictures are being stored. Try again in a moment.", undefined, { retryAfter: 5 }),
});

/**
 * Stores a picture anew as WebP, at most 320 pixels wide and high, and answers its path. Whatever else
 * the file held does not come along, nor any frame but the first. Anything but PNG, JPEG and WebP, and
 * what holds more pixels than 4096 by 4096, is refused at the given field (400); beyond 20 that wait, 503.
 */
export async function storePicture(bytes: Buffer, field = "picture"): Promise<string> {
  await refuseUnopened(bytes, field);
  const drawn = await enqueue(() => drawAnew(bytes).catch(() => null));
  if (!drawn) throw fieldRefusal(field, otherFormat);
  const path = `${createHash("sha256").update(drawn).digest("hex").slice(0, 32)}.webp`;
  const incoming = join(folder, randomUUID());
  await writeNewFile(incoming, [drawn]);
  await rename(incoming, join(folder, path));
  return path;
}

const otherFormat = "Only PNG, JPEG and WebP pictures are accepted";

/** Refuses by the header alone, which says what the picture is and how large. */
async function refuseUnopened(bytes: Buffer, field: string): Promise<void> {
  const header = await readHeader(bytes).catch(() => null);
  if (!header || !formats.has(header.format)) throw fieldRefusal(field, otherFormat);
  if (header.width * header.height > mostPixels) {
    throw fieldRefusal(field, "This picture is too large: at most 4096 by 4096 pixels.");
  }
}

const readHeader = async (bytes: Buffer) => sharp(bytes, { limitInputPixels: false }).metadata();

function drawAnew(bytes: Buffer): Promise<Buffer> {
  const bounds = {
    width: longestSide,
    height: longestSide,
    fit: "inside",
    withoutEnlargement: true,
  } as const;
  return sharp(bytes, { limitInputPixels: mostPixels }).rotate().resize(bounds).webp().toBuffer();
}

/** A stored picture, or null; nothing but the names that are given here is looked up. */
export async function readPicture(path: string): Promise<Buffer | null> {
  if (!/^[0-9a-f]{32}\.webp$/.test(path)) return null;
  return readFile(join(folder, path)).catch(() => null);
}

/** Removes pictures older than a day that no user and no city shows, and what broke off. Answers how many went. */
export const sweepPictures = (now: number): Promise<number> => removeOrphans(folder, keptPictures, now);

async function keptPictures(names: string[]) {
  const people = await db
    .select({ path: users.profileImagePath })
    .from(users)
    .where(inArray(users.profileImagePath, names));
  const logos = await db
    .select({ path: cities.logoPath })
    .from(cities)
    .where(inArray(cities.logoPath, names));
  const kept = new Set([...people, ...logos].map(({ path }) => path));
  return (name: string) => kept.has(name);
}
