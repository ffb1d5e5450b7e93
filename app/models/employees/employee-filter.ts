import { queryOf, pageParameter } from "../address";
import { wholeNumber } from "../whole-number";

export type EmployeeFilter = { search?: string; page?: number };

/** What an address asks of the list of employees; whatever makes no sense in it is passed over. */
export function readEmployeeFilter(parameters: URLSearchParams): EmployeeFilter {
  return {
    search: parameters.get("search")?.trim().slice(0, 100) || undefined,
    page: wholeNumber(parameters.get("page")),
  };
}

/** The query of an address that asks for it, with more behind it: `?search=Fire&dialog=edit&id=7`. */
export function employeeFilterQuery(
  { search, page }: EmployeeFilter,
  more: Record<string, string | number> = {},
): string {
  return queryOf({ search: search || undefined, page: pageParameter(page), ...more }) || "?";
}
