import type { ListPage } from "./paging";

type Parameters = Record<string, string | number | null | undefined>;

export function queryOf(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value != null) query.set(name, `${value}`);
  return query.size > 0 ? `?${query}` : "";
}

export const withQuery = (pathname: string, query: string): string =>
  query === "?" ? pathname : `${pathname}${query}`;

/** Returns the query of a page, without the name of a form in it (a parameter without a value) and a dialog's own parameters. */
export function pageQuery(search: string, own: readonly string[] = []): string {
  const parameters = [...new URLSearchParams(search)];
  const kept = parameters.filter(([name, value]) => value !== "" && !own.includes(name));
  return queryOf(Object.fromEntries(kept));
}

export const listPageQuery = ({ page, rows }: ListPage, parameters: Parameters = {}): string =>
  queryOf({ page: pageParameter(page), rows, ...parameters }) || "?";

export const pageParameter = (page?: number): number | undefined => (page && page > 1 ? page : undefined);
