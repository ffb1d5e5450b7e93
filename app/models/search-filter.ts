import { pageParameter, queryOf } from "./address";
import { searchIn } from "./clean-text";
import { wholeNumber } from "./whole-number";

export type SearchFilter = { search?: string; page?: number };

export const readSearchFilter = (parameters: URLSearchParams): SearchFilter => ({
  search: searchIn(parameters, "search"),
  page: wholeNumber(parameters.get("page")),
});

export const searchFilterQuery = (
  { search, page }: SearchFilter,
  parameters: Record<string, string | number> = {},
): string => queryOf({ search: search || undefined, page: pageParameter(page), ...parameters }) || "?";
