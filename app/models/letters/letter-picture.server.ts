import { and, eq } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { planFileStore } from "../files/file-store.server";
import { sha256Of } from "../files/sha256.server";
import { visibleTo } from "../permits/permit-scope.server";
import { type Actor, isApplicant } from "../policy";
import { notFound, nullIfNotFound } from "../refusal";
import { letterPictures, letters, permits } from "../tables.server";
import { findLetter } from "./letter.server";

/** Returns a cut-out of a letter in the viewer's scope. 404 also for one whose file is missing or damaged. */
export async function readLetterPicture(viewer: Actor, letterId: number, hash: string): Promise<Buffer> {
  if (isApplicant(viewer) && !(await nullIfNotFound(findLetter(viewer, letterId)))) throw notFound("Picture");
  const [stored] = await db
    .select({ fileKey: letterPictures.fileKey })
    .from(letterPictures)
    .innerJoin(letters, eq(letters.id, letterPictures.letterId))
    .innerJoin(permits, eq(permits.id, letters.permitId))
    .where(and(eq(letters.id, letterId), eq(letterPictures.sha256, hash), visibleTo(viewer)));
  const picture = stored && (await planFileStore.readAll(stored.fileKey));
  const isWhole = picture && sha256Of(picture) === hash;
  if (!isWhole) throw notFound("Picture");
  return picture;
}
