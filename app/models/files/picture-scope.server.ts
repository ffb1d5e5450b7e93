import { eq } from "drizzle-orm";
import { db } from "../db.server";
import { may, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { cities, users } from "../tables.server";
import { readPicture } from "./picture-store.server";

/**
 * A stored picture that the viewer may see: their own, or that of a city they may read or of its users.
 * Any other, also one that is nobody's any more, is 404.
 */
export async function readPictureFor(viewer: Viewer, path: string): Promise<Buffer> {
  const people = await db
    .select({ id: users.id, cityId: users.cityId })
    .from(users)
    .where(eq(users.profileImagePath, path));
  const logos = await db.select({ cityId: cities.id }).from(cities).where(eq(cities.logoPath, path));
  const isTheirs =
    people.some(({ id }) => id === viewer.id) ||
    [...people, ...logos].some(({ cityId }) => may(viewer, "city.read", { cityId }));
  const picture = isTheirs ? await readPicture(path) : null;
  if (!picture) throw new Refusal(404, "Picture not found");
  return picture;
}
