import { rm } from "node:fs/promises";
import { join, sep } from "node:path";
import { copyVerified, partEnd } from "~/platform/whole-file.server";

/** The folders with contents, in a data folder and in a folder of backups. */
export const contentFolders = ["files", "pictures"];

const incompleteName = `copy${partEnd}`;

/** Copies a file to the same path in another folder. Throws Damaged if its hash does not begin with `sha256`. */
export async function copyContent(path: string, sha256: string, from: string, to: string): Promise<void> {
  const [folder = ""] = path.split(sep);
  const incomplete = join(to, folder, incompleteName);
  await copyVerified(join(from, path), join(to, path), sha256, incomplete);
}

/** Removes what a killed copy has left. */
export async function removeIncompleteCopy(place: string): Promise<void> {
  for (const folder of contentFolders) await rm(join(place, folder, incompleteName), { force: true });
}
