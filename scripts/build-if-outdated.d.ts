export const program: string;
export function buildIfOutdated(): void;
