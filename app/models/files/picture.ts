export const pictureUrl = (path: string | null): string | null => path && `/uploads/${path}`;

export const maxPictureMegabytes = 10;

/** The side of the largest square: of a picture that is decoded completely, and of a JPEG that is shrunk while it is read. */
export const maxPicturePixels = { complete: 4096, shrunk: 8192 };

export const acceptedPictures = ".png,.jpg,.jpeg,.webp";
export const pictureHint = `PNG, JPEG or WebP. Max ${maxPictureMegabytes} MB.`;
