import { pageParameter, queryOf } from "../address";
import { searchIn } from "../clean-text";
import { wholeNumber } from "../whole-number";

export type EmployeeFilter = { search?: string; page?: number };

/** Reads the filter of the list of employees from an address; invalid values are ignored. */
export function readEmployeeFilter(parameters: URLSearchParams): EmployeeFilter {
  return {
    search: searchIn(parameters, "search"),
    page: wholeNumber(parameters.get("page")),
  };
}

/** Returns the filter and additional parameters as a query, such as `?search=Fire&dialog=edit&id=7`. */
export function employeeFilterQuery(
  { search, page }: EmployeeFilter,
  parameters: Record<string, string | number> = {},
): string {
  return queryOf({ search: search || undefined, page: pageParameter(page), ...parameters }) || "?";
}
