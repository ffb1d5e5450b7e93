import { wholeNumber } from "./whole-number";

type Parameters = Record<string, string | number | null | undefined>;

/** The query parameters that are preserved when a form or dialog returns to its page. */
export const keptParameters = {
  permit: ["discipline", "reviewCycle"],
  discussion: ["discipline", "reviewCycle", "before"],
  corrections: ["discipline", "reviewCycle", "more"],
  library: ["discipline", "reviewCycle", "more", "dialogDiscipline", "q", "code", "chosen"],
} as const;

export function queryOf(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value != null) query.set(name, `${value}`);
  return query.size > 0 ? `?${query}` : "";
}

export const withQuery = (pathname: string, query: string): string =>
  query === "?" ? pathname : `${pathname}${query}`;

export function pageAddress(
  { pathname, search }: { pathname: string; search: string },
  kept: readonly string[],
  changes: Parameters = {},
): string {
  const current = new URLSearchParams(search);
  const preserved: Parameters = {};
  for (const name of kept) preserved[name] = current.get(name) || null;
  return pathname + queryOf({ ...preserved, ...changes });
}

/**
 * Returns the query of a page: that of a form in it, which is a parameter without a value, or of a dialog over it, without
 * the dialog's own parameters.
 */
export function pageQuery(search: string, own: readonly string[] = []): string {
  const parameters = [...new URLSearchParams(search)];
  const kept = parameters.filter(([name, value]) => value !== "" && !own.includes(name));
  return queryOf(Object.fromEntries(kept));
}

/** Returns -1, which no row has, if it is missing or invalid. */
export const idIn = ({ searchParams }: Pick<URL, "searchParams">, name: string): number =>
  wholeNumber(searchParams.get(name)) ?? -1;

export const pageParameter = (page?: number): number | undefined => (page && page > 1 ? page : undefined);
