/** Returns the address of a stored picture of a user or a city. */
export const pictureUrl = (path: string | null): string | null => path && `/uploads/${path}`;
