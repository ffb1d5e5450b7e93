import { wholeNumber } from "./whole-number";

type Parameters = Record<string, string | number | null | undefined>;

/** The query parameters that a page keeps when one of its forms or dialogs leads back to it. */
export const keptParameters = {
  permit: ["discipline", "reviewCycle"],
  discussion: ["discipline", "reviewCycle", "before"],
  city: ["feePage"],
} as const;

/** The query `?search=Oak&page=2`, without the parameters that have no value; "" when none has one. */
export function queryOf(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value != null) query.set(name, `${value}`);
  return query.size > 0 ? `?${query}` : "";
}

/** A path with a query, which may be a lone `?`. */
export const withQuery = (pathname: string, query: string): string =>
  query === "?" ? pathname : `${pathname}${query}`;

/** A page's address with the parameters that it keeps and with `more`, which may replace or remove those. */
export function pageAddress(
  { pathname, search }: { pathname: string; search: string },
  kept: readonly string[],
  more: Parameters = {},
): string {
  const present = new URLSearchParams(search);
  const own: Parameters = {};
  for (const name of kept) own[name] = present.get(name) || null;
  return pathname + queryOf({ ...own, ...more });
}

/** The id that a query parameter names, or -1, which no row has. */
export const idParameter = (parameters: URLSearchParams, name: string): number =>
  wholeNumber(parameters.get(name)) ?? -1;

/** The number of a page for its query: the first page is not spelled out. */
export const pageParameter = (page?: number): number | undefined => (page && page > 1 ? page : undefined);
