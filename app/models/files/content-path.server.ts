import { join } from "node:path";

const isHash = /^[0-9a-f]{64}$/;
const isPicture = /^[0-9a-f]{32}\.webp$/;

/** Where a plan file or letter is in the folder `files`, or undefined if the name is no hash of one. */
export const pathInFiles = (name: string): string | undefined =>
  isHash.test(name) ? join(name.slice(0, 2), name.slice(2, 4), name) : undefined;

/** Where a picture is in the folder `pictures`. */
export const pathInPictures = (name: string): string | undefined => (isPicture.test(name) ? name : undefined);

/** Where a content is in a data folder. */
export function pathInDataFolder(name: string): string | undefined {
  const [file, picture] = [pathInFiles(name), pathInPictures(name)];
  if (file) return join("files", file);
  return picture && join("pictures", picture);
}

/** The SHA-256 of a content, or the beginning of it, which its name is. */
export const contentHash = (name: string): string => name.replace(/\.webp$/, "");
