import { pageParameter, queryOf } from "../address";
import { optionsOf, valueIn } from "../options";
import { wholeNumber } from "../whole-number";

export const calendarViews = {
  overdue: { label: "Overdue" },
  week: { label: "Due This Week" },
} as const;

export type CalendarView = keyof typeof calendarViews;

export const calendarViewOptions = optionsOf(calendarViews);

export const allAssignments = "All Assignments";
export const allEmployees = "All Employees";

export type CalendarFilter = Partial<ReturnType<typeof readCalendarFilter>>;

export const readCalendarFilter = (parameters: URLSearchParams) => ({
  view: valueIn(calendarViews, parameters.get("view")),
  employeeId: wholeNumber(parameters.get("employeeId")),
  page: wholeNumber(parameters.get("page")),
});

export const calendarFilterQuery = ({ view, employeeId, page }: CalendarFilter): string =>
  queryOf({ view, employeeId, page: pageParameter(page) }) || "?";

/** The page to print has all rows of a filter. */
export function calendarPrintQuery({ view, employeeId }: CalendarFilter): string {
  const query = calendarFilterQuery({ view, employeeId });
  return query === "?" ? "?print" : `${query}&print`;
}

/** Returns 'Overdue · Maria Lopez'. */
export const calendarFilterText = ({ view }: CalendarFilter, employeeName = allEmployees): string =>
  `${view ? calendarViews[view].label : allAssignments} · ${employeeName}`;
