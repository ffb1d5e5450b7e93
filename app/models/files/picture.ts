export const pictureUrl = (path: string | null): string | null => path && `/uploads/${path}`;
