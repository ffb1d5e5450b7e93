import { pageParameter, queryOf } from "../address";
import { searchIn } from "../clean-text";
import { wholeNumber } from "../whole-number";

export type CityFilter = { search?: string; page?: number };

/** Reads the filter of the list of cities from an address; invalid values are ignored. */
export function readCityFilter(parameters: URLSearchParams): CityFilter {
  return {
    search: searchIn(parameters, "search"),
    page: wholeNumber(parameters.get("page")),
  };
}

/** Returns the filter as a query, such as `?search=Oak&page=2`, or `?` for an empty filter. */
export function cityFilterQuery({ search, page }: CityFilter): string {
  return queryOf({ search: search || undefined, page: pageParameter(page) }) || "?";
}
