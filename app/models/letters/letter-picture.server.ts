import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { planFileStore } from "../files/file-store.server";
import type { Viewer } from "../policy";
import { notFound, nullIfNotFound } from "../refusal";
import { letterPictures } from "../tables.server";
import { findLetter } from "./letter.server";

/** Returns a cut-out of a letter in the viewer's scope. 404 also for one whose file is missing or damaged. */
export async function readLetterPicture(viewer: Viewer, letterId: number, hash: string): Promise<Buffer> {
  const letter = await nullIfNotFound(findLetter(viewer, letterId));
  const [stored] = await db
    .select({ fileKey: letterPictures.fileKey })
    .from(letterPictures)
    .where(and(eq(letterPictures.letterId, letter?.id ?? 0), eq(letterPictures.sha256, hash)));
  const picture = stored && (await planFileStore.readAll(stored.fileKey));
  const isWhole = picture && createHash("sha256").update(picture).digest("hex") === hash;
  if (!isWhole) throw notFound("Picture");
  return picture;
}
