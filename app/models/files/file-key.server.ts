import { join } from "node:path";

/** Of 32 random digits. Files of earlier versions are named by their SHA-256, of 64. */
const isFileKey = /^[0-9a-f]{32}([0-9a-f]{32})?$/;
const isPicture = /^[0-9a-f]{32}\.webp$/;

/** Where a plan file or letter is in the folder `files`, or undefined if the name is no key of one. */
export const pathInFiles = (key: string): string | undefined =>
  isFileKey.test(key) ? join(key.slice(0, 2), key.slice(2, 4), key) : undefined;

/** Where a picture is in the folder `pictures`. */
export const pathInPictures = (key: string): string | undefined => (isPicture.test(key) ? key : undefined);

/** Where a file is in a data folder. */
export function pathInDataFolder(key: string): string | undefined {
  const [file, picture] = [pathInFiles(key), pathInPictures(key)];
  if (file) return join("files", file);
  return picture && join("pictures", picture);
}

/** The beginning of a picture's SHA-256, with which its key begins. */
export const pictureHash = (key: string): string => key.slice(0, 16);
