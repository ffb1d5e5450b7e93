import { queryOf, unlessFirst } from "../address";
import { wholeNumber } from "../whole-number";

export type CityFilter = { search?: string; page?: number };

/** What an address asks of the list of cities; whatever makes no sense in it is passed over. */
export function readCityFilter(parameters: URLSearchParams): CityFilter {
  return {
    search: parameters.get("search")?.trim().slice(0, 100) || undefined,
    page: wholeNumber(parameters.get("page")),
  };
}

/** The query of an address that asks for it: `?search=Oak&page=2`, or `?` when nothing is asked. */
export function cityFilterQuery({ search, page }: CityFilter): string {
  return queryOf({ search: search || undefined, page: unlessFirst(page) }) || "?";
}
