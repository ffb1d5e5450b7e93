import { queryOf, pageParameter } from "../address";
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

/** Without a view it is all assignments, and without an employee everybody's. */
export type CalendarFilter = { view?: CalendarView; employeeId?: number; page?: number };

/** What an address asks for; whatever makes no sense in it is passed over. */
export function readCalendarFilter(parameters: URLSearchParams): CalendarFilter {
  const view = parameters.get("view");
  return {
    view: view !== null && Object.hasOwn(calendarViews, view) ? (view as CalendarView) : undefined,
    employeeId: wholeNumber(parameters.get("employeeId")),
    page: wholeNumber(parameters.get("page")),
  };
}

/** The query of an address that asks for it, or `?` when nothing is asked; the first page is not spelled out. */
export function calendarFilterQuery({ view, employeeId, page }: CalendarFilter): string {
  return queryOf({ view, employeeId, page: pageParameter(page) }) || "?";
}

/** The query of the page to print, which has all rows that a filter asks for. */
export function calendarPrintQuery({ view, employeeId }: CalendarFilter): string {
  const query = calendarFilterQuery({ view, employeeId });
  return query === "?" ? "?print" : `${query}&print`;
}

/** 'Overdue · Maria Lopez'. */
export const calendarFilterText = ({ view }: CalendarFilter, employeeName = allEmployees): string =>
  `${view ? calendarViews[view].label : allAssignments} · ${employeeName}`;
