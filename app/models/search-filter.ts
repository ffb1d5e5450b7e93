import { pageParameter, queryOf } from "./address";
import { searchIn } from "./clean-text";
import { wholeNumber } from "./whole-number";

/** The filter of a list that has a search and pages, and nothing else. */
export type SearchFilter = { search?: string; page?: number };

/** Reads the filter from an address; invalid values are ignored. */
export const readSearchFilter = (parameters: URLSearchParams): SearchFilter => ({
  search: searchIn(parameters, "search"),
  page: wholeNumber(parameters.get("page")),
});

/** Returns the filter and other parameters as a query, such as `?search=Fire&dialog=edit&id=7`, or `?` for none. */
export const searchFilterQuery = (
  { search, page }: SearchFilter,
  parameters: Record<string, string | number> = {},
): string => queryOf({ search: search || undefined, page: pageParameter(page), ...parameters }) || "?";
