/** Where a stored picture is served from, of a user or of a city. */
export const pictureUrl = (path: string | null): string | null => path && `/uploads/${path}`;
