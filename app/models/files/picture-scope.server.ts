import { eq } from "drizzle-orm";
import { db } from "../db.server";
import { may, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { cities, letters, permits, users } from "../tables.server";
import { readPicture } from "./picture-store.server";

/**
 * Returns a stored picture that the viewer may see: their own, or a picture of a city that they may read or
 * of its users. Throws 404 for all others, also for a picture that is no longer used.
 */
export async function readPictureFor(viewer: Viewer, path: string): Promise<Buffer> {
  const people = await db
    .select({ id: users.id, cityId: users.cityId })
    .from(users)
    .where(eq(users.profileImagePath, path));
  const logos = await db.select({ cityId: cities.id }).from(cities).where(eq(cities.logoPath, path));
  const printed = await db
    .selectDistinct({ cityId: permits.cityId })
    .from(letters)
    .innerJoin(permits, eq(permits.id, letters.permitId))
    .where(eq(letters.logoPath, path));
  const isVisible =
    people.some(({ id }) => id === viewer.id) ||
    [...people, ...logos, ...printed].some(({ cityId }) => may(viewer, "city.read", { cityId }));
  const picture = isVisible ? await readPicture(path) : null;
  if (!picture) throw new Refusal(404, "Picture not found");
  return picture;
}
