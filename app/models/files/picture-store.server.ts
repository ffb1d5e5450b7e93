import { and, eq } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { may, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { cityLogos, users } from "../tables.server";
import { pictureHash } from "./file-key.server";
import { announceFiles } from "./file-removal.server";
import { newFileKey, pictureStore } from "./file-store.server";
import { convertPicture } from "./picture-conversion.server";
import { sha256Of } from "./sha256.server";

/** Stores a picture as WebP, and returns its path. Its row must take it within a day. */
export async function storePicture(bytes: Buffer, field = "picture"): Promise<string> {
  const converted = await convertPicture(bytes, field);
  const path = newPictureKey(converted);
  await announceFiles([path]);
  await pictureStore.write(path, [converted]);
  return path;
}

/** Begins with the picture's hash, which no row has. */
const newPictureKey = (bytes: Buffer): string =>
  `${pictureHash(sha256Of(bytes))}${newFileKey().slice(0, 16)}.webp`;

export const readPicture = (path: string): Promise<Buffer | null> => pictureStore.readAll(path);

/** Returns a logo that a city has or had. */
export async function readLogo(cityId: number, path: string): Promise<Buffer> {
  const [logo] = await db
    .select({ path: cityLogos.path })
    .from(cityLogos)
    .where(and(eq(cityLogos.path, path), eq(cityLogos.cityId, cityId)));
  const picture = logo ? await readPicture(logo.path) : null;
  if (!picture) throw new Refusal(404, "Picture not found");
  return picture;
}

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
