import { pageParameter, queryOf } from "../address";
import { wholeNumber } from "../whole-number";

export const calendarViews = {
  overdue: { label: "Overdue" },
  week: { label: "Due This Week" },
} as const;

export type CalendarView = keyof typeof calendarViews;

export const calendarViewOptions = Object.entries(calendarViews).map(([value, { label }]) => ({
  value,
  label,
}));

export const allAssignments = "All Assignments";
export const allEmployees = "All Employees";

/** The filter of the calendar. Without a view or an employee, it includes all of them. */
export type CalendarFilter = { view?: CalendarView; employeeId?: number; page?: number };

/** Reads the filter from query parameters; invalid values are ignored. */
export function readCalendarFilter(parameters: URLSearchParams): CalendarFilter {
  const view = parameters.get("view");
  return {
    view: view !== null && Object.hasOwn(calendarViews, view) ? (view as CalendarView) : undefined,
    employeeId: wholeNumber(parameters.get("employeeId")),
    page: wholeNumber(parameters.get("page")),
  };
}

/** Returns the query string of a filter without page 1, or `?` for an empty filter. */
export function calendarFilterQuery({ view, employeeId, page }: CalendarFilter): string {
  return queryOf({ view, employeeId, page: pageParameter(page) }) || "?";
}

/** Returns the query string of the page to print, which has all rows of a filter. */
export function calendarPrintQuery({ view, employeeId }: CalendarFilter): string {
  const query = calendarFilterQuery({ view, employeeId });
  return query === "?" ? "?print" : `${query}&print`;
}

/** Describes a filter: 'Overdue · Maria Lopez'. */
export const calendarFilterText = ({ view }: CalendarFilter, employeeName = allEmployees): string =>
  `${view ? calendarViews[view].label : allAssignments} · ${employeeName}`;
