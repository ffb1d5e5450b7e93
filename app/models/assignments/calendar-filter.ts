import { pageParameter, queryOf, withQuery } from "../address";
import { type CalendarDate, formatDate, isCalendarDate, yearProblem } from "../calendar-date";
import { mondayOf } from "../calendar-week";
import { optionsOf, valueIn } from "../options";
import { rowsIn } from "../paging";
import { wholeNumber } from "../whole-number";

export const calendarViews = {
  overdue: { label: "Overdue" },
  week: { label: "Due This Week" },
  open: { label: "Open" },
  hold: { label: "On hold" },
} as const;

export const calendarViewOptions = optionsOf(calendarViews);

export const allAssignments = "All Assignments";
export const allEmployees = "All Employees";

export type CalendarFilter = Partial<ReturnType<typeof readCalendarFilter>>;

/** A view, or a day, or the week that begins on a Monday. */
export function readCalendarFilter(parameters: URLSearchParams) {
  const view = valueIn(calendarViews, parameters.get("view"));
  const day = view ? undefined : dateIn(parameters.get("day"));
  const week = view || day ? undefined : dateIn(parameters.get("week"));
  return {
    view,
    day,
    week: week && mondayOf(week),
    employeeId: wholeNumber(parameters.get("employeeId")),
    page: wholeNumber(parameters.get("page")),
    rows: rowsIn(parameters),
  };
}

const dateIn = (text: string | null): CalendarDate | undefined =>
  text && isCalendarDate(text) && yearProblem(text) === undefined ? text : undefined;

export const calendarFilterQuery = ({ view, day, week, employeeId, page, rows }: CalendarFilter): string =>
  queryOf({ view, day, week, employeeId, page: pageParameter(page), rows }) || "?";

export const addressOfCalendar = (filter: CalendarFilter): string =>
  withQuery("/plan-check-calendar", calendarFilterQuery(filter));

/** The page to print has all rows of a filter. */
export function calendarPrintQuery({ page, rows, ...filter }: CalendarFilter): string {
  const query = calendarFilterQuery(filter);
  return query === "?" ? "?print" : `${query}&print`;
}

/** The week that is shown by its days. */
export const weekOf = ({ day, week }: CalendarFilter): CalendarDate | undefined =>
  week ?? (day && mondayOf(day));

/** Returns 'Overdue · Maria Lopez'. */
export const calendarFilterText = (filter: CalendarFilter, employeeName = allEmployees): string =>
  `${viewText(filter)} · ${employeeName}`;

function viewText({ view, day, week }: CalendarFilter): string {
  if (view) return calendarViews[view].label;
  if (day) return `Due ${formatDate(day)}`;
  return week ? `Week of ${formatDate(week)}` : allAssignments;
}
