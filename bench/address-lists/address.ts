/** Who opens an address. All but `signedOut` are signed in. */
export type Visitor = "administrator" | "reviewer" | "city" | "signedOut";

/**
 * An address to measure. In its path, a name in braces depends on the data: `{largestCity}` is an id, and
 * `{middle of permits}` is the number of the middle page of all permits. An address that is `whole` sends all
 * rows at once, and has no limit of time. One that `hasMoreRows` with more permits takes longer with them, so its
 * growth has no limit. Its status is 200 unless stated.
 */
export type Address = {
  visitor: Visitor;
  path: string;
  isWhole?: boolean;
  hasMoreRows?: boolean;
  status?: number;
};

/** A part of a number, of a year, of a city's code, a frequent and a rare word, and a text that nothing contains. */
export const searches = ["a", "7", "oa", "26", "26-", "2026", "OAK", "street", "courthouse", "xyzzy"];

export const visitedBy = (visitor: Visitor, ...paths: string[][]): Address[] =>
  paths.flat().map((path) => ({ visitor, path }));

export const withMoreRows = (addresses: Address[]): Address[] =>
  addresses.map((address) => ({ ...address, hasMoreRows: true }));

/** Returns a path with the parameters that are not empty. */
export function at(path: string, ...parameters: string[]): string {
  const query = parameters.filter(Boolean).join("&");
  if (!query) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** Returns the path with each of the parameters in turn. */
export const withEach = (path: string, parameters: readonly string[]): string[] =>
  parameters.map((parameter) => at(path, parameter));

/** Returns both directions of each sort, the descending one with a minus. */
export const bothDirections = (names: readonly string[]): string[] =>
  names.flatMap((name) => [name, `-${name}`]);

/** The pages of a long list whose position matters, in addition to the first. */
export const pagePositions = ["second", "thousandth", "middle", "last but 999", "last"] as const;
export type PagePosition = (typeof pagePositions)[number];

/** Returns the addresses of a list's first page and of its other positions. */
export const withPages = (path: string, total: string): string[] => [
  path,
  ...pagePositions.map((position) => at(path, `page={${position} of ${total}}`)),
];
