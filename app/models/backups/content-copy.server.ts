import { rm } from "node:fs/promises";
import { join, sep } from "node:path";
import { copyVerified, partEnd } from "~/platform/whole-file.server";
import { contentHash } from "../files/content-path.server";

/** The folders with contents, in a data folder and in a folder of backups. */
export const contentFolders = ["files", "pictures"];

const incompleteName = `copy${partEnd}`;

/** Copies a content to the same path in another folder. Throws Damaged if it has not the hash of its name. */
export async function copyContent(name: string, path: string, from: string, to: string): Promise<void> {
  const [folder = ""] = path.split(sep);
  const incomplete = join(to, folder, incompleteName);
  await copyVerified(join(from, path), join(to, path), contentHash(name), incomplete);
}

/** Removes what a killed copy has left. */
export async function removeIncompleteCopy(place: string): Promise<void> {
  for (const folder of contentFolders) await rm(join(place, folder, incompleteName), { force: true });
}
