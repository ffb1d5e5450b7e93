import { pageParameter, queryOf } from "../address";
import { assignmentStatuses } from "../assignments/assignment";
import { searchIn } from "../clean-text";
import { optionsOf, valueIn } from "../options";
import { rowsIn } from "../paging";
import { wholeNumber } from "../whole-number";

export const workViews = {
  returned: { label: "Returned" },
  to_back_check: { label: "To back-check" },
  week: { label: "Due this week" },
} as const;

export type WorkView = keyof typeof workViews;
export const workViewOptions = optionsOf(workViews);

export type DashboardFilter = Partial<ReturnType<typeof readWorkFilter>>;

export const readWorkFilter = (parameters: URLSearchParams) => ({
  employeeId: wholeNumber(parameters.get("employeeId")),
  status: valueIn(assignmentStatuses, parameters.get("status")),
  view: valueIn(workViews, parameters.get("view")),
  q: searchIn(parameters, "q"),
  page: Number(parameters.get("page")),
  rows: rowsIn(parameters),
});

export function workFilterQuery({ employeeId, status, view, q, page, rows }: DashboardFilter): string {
  const reviewer = employeeId && employeeId > 0 ? employeeId : undefined;
  return queryOf({ q, view, status, employeeId: reviewer, page: pageParameter(page), rows }) || "?";
}
