/** The pictures of a sheet. A browser takes the first format that it knows. */
export const renditions = {
  thumbnail: { longerSide: 300, formats: ["webp"] },
  "first-view": { longerSide: 1000, formats: ["avif", "webp"] },
} as const;

export type Rendition = keyof typeof renditions;

export const mediaTypes = { avif: "image/avif", webp: "image/webp" } as const;
export type PictureFormat = keyof typeof mediaTypes;

/** `name` is that of a rendition or a view. */
export const pictureName = (name: string, format: PictureFormat): string => `${name}.${format}`;

/** Another number makes browsers ask for all pictures again. */
const version = 1;

/** Of a plan file's SHA-256: a picture at one address never changes. */
export const contentHash = (sha256: string): string => `${version}${sha256.slice(0, 7)}`;

export type SheetPicture = { id: number; hash: string };

export const pictureAddress = ({ id, hash }: SheetPicture, name: string, format: PictureFormat): string =>
  `/sheet-pictures/${id}/${hash}/${pictureName(name, format)}`;
