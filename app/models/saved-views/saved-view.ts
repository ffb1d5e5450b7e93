import { calendarFilterQuery, readCalendarFilter } from "../assignments/calendar-filter";
import { optionsOf, valuesOf } from "../options";
import { permitFilterQuery, readPermitFilter } from "../permits/permit-filter";
import type { Capability } from "../policy";

type ListFacts = {
  label: string;
  path: string;
  capability: Capability;
  /** Reads a query by the list's own filter, so that nothing else is kept; without the page. */
  queryIn: (parameters: URLSearchParams) => string;
};

/** The lists whose query can be saved under a name. */
export const savedViewLists = {
  permits: {
    label: "Permits",
    path: "/permits",
    capability: "permit.browse",
    queryIn: (parameters) => permitFilterQuery({ ...readPermitFilter(parameters), page: undefined }),
  },
  calendar: {
    label: "Plan Check Calendar",
    path: "/plan-check-calendar",
    capability: "calendar.read",
    queryIn: (parameters) => calendarFilterQuery({ ...readCalendarFilter(parameters), page: undefined }),
  },
} as const satisfies Record<string, ListFacts>;

export type SavedViewList = keyof typeof savedViewLists;
export const savedViewListValues = valuesOf(savedViewLists);

export const savedViewListAt = (path: string): SavedViewList | undefined =>
  optionsOf(savedViewLists).find(({ value }) => path.startsWith(savedViewLists[value].path))?.value;

/** Of one user, in all lists together. */
export const maxSavedViews = 20;

export const maxViewName = 60;
