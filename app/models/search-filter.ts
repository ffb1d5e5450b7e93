import { pageParameter, queryOf } from "./address";
import { searchIn } from "./clean-text";
import { rowsIn } from "./paging";
import { wholeNumber } from "./whole-number";

export type SearchFilter = { search?: string; page?: number; rows?: number };

export const readSearchFilter = (parameters: URLSearchParams): SearchFilter => ({
  search: searchIn(parameters, "search"),
  page: wholeNumber(parameters.get("page")),
  rows: rowsIn(parameters),
});

export const searchFilterQuery = (
  { search, page, rows }: SearchFilter,
  parameters: Record<string, string | number> = {},
): string => queryOf({ search: search || undefined, page: pageParameter(page), rows, ...parameters }) || "?";
