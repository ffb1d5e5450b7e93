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

/** Without a view, all assignments; without an employee, those of all employees. */
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

/** The query string of a filter, or `?` for an empty one; page 1 is left out. */
export function calendarFilterQuery({ view, employeeId, page }: CalendarFilter): string {
  return queryOf({ view, employeeId, page: pageParameter(page) }) || "?";
}

/** The query string of the print page, which has all rows of a filter. */
export function calendarPrintQuery({ view, employeeId }: CalendarFilter): string {
  const query = calendarFilterQuery({ view, employeeId });
  return query === "?" ? "?print" : `${query}&print`;
}

/** 'Overdue · Maria Lopez'. */
export const calendarFilterText = ({ view }: CalendarFilter, employeeName = allEmployees): string =>
  `${view ? calendarViews[view].label : allAssignments} · ${employeeName}`;
