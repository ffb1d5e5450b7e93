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
  const query = new URLSearchParams();
  if (view) query.set("view", view);
  if (employeeId) query.set("employeeId", String(employeeId));
  if (page && page > 1) query.set("page", String(page));
  return `?${query}`;
}
