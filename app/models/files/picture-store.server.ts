import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Sharp, SharpOptions } from "sharp";
import { db } from "~/platform/db/db.server";
import { workQueue } from "~/platform/jobs/work-queue.server";
import { may, type Viewer } from "../policy";
import { Refusal, refusalAtField } from "../refusal";
import { cityLogos, users } from "../tables.server";
import { pictureHash } from "./file-key.server";
import { announceFiles } from "./file-removal.server";
import { newFileKey, pictureStore } from "./file-store.server";

export const maxPictureBytes = 1024 * 1024;

const formats = new Set(["png", "jpeg", "webp"]);
const maxSidePixels = 320;
const maxPixels = 4096 * 4096;

/** sharp is loaded with the first picture, to start faster. */
async function openPicture(bytes: Buffer, options: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  // A decoded picture takes much memory, and is needed only once.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(bytes, options);
}

const enqueue = workQueue({
  name: "pictures",
  concurrency: 1,
  waiting: 20,
  refusal: () =>
    new Refusal(503, "Many pictures are being stored. Try again in a moment.", { retryAfter: 5 }),
});

/** Stores a picture as WebP, and returns its path. Its row must take it within a day. */
export async function storePicture(bytes: Buffer, field = "picture"): Promise<string> {
  await refuseByHeader(bytes, field);
  const converted = await enqueue(() => convert(bytes).catch(() => null));
  if (!converted) throw refusalAtField(field, unsupportedFormat);
  const path = newPictureKey(converted);
  await announceFiles([path]);
  await pictureStore.write(path, [converted]);
  return path;
}

/** Begins with the picture's hash, which no row has. */
const newPictureKey = (bytes: Buffer): string =>
  `${pictureHash(createHash("sha256").update(bytes).digest("hex"))}${newFileKey().slice(0, 16)}.webp`;

const unsupportedFormat = "Only PNG, JPEG and WebP pictures are accepted";

async function refuseByHeader(bytes: Buffer, field: string): Promise<void> {
  const picture = openPicture(bytes, { limitInputPixels: false });
  const header = await picture.then((opened) => opened.metadata()).catch(() => null);
  if (!header || !formats.has(header.format)) throw refusalAtField(field, unsupportedFormat);
  if (header.width * header.height > maxPixels) {
    throw refusalAtField(field, "This picture is too large: at most 4096 by 4096 pixels.");
  }
}

async function convert(bytes: Buffer): Promise<Buffer> {
  const picture = await openPicture(bytes, { limitInputPixels: maxPixels });
  const bounds = { fit: "inside", withoutEnlargement: true } as const;
  return picture.rotate().resize(maxSidePixels, maxSidePixels, bounds).webp().toBuffer();
}

export const readPicture = (path: string): Promise<Buffer | null> => pictureStore.readAll(path);

export async function readPictureFor(viewer: Viewer, path: string): Promise<Buffer> {
  const people = await db
    .select({ id: users.id, cityId: users.cityId })
    .from(users)
    .where(eq(users.profileImagePath, path));
  const logos = await db.select({ cityId: cityLogos.cityId }).from(cityLogos).where(eq(cityLogos.path, path));
  const isVisible =
    people.some(({ id }) => id === viewer.id) ||
    [...people, ...logos].some(({ cityId }) => may(viewer, "city.read", { cityId }));
  const picture = isVisible ? await readPicture(path) : null;
  if (!picture) throw new Refusal(404, "Picture not found");
  return picture;
}
