import { pageParameter, queryOf } from "../address";
import { searchIn } from "../clean-text";
import { valueIn } from "../options";
import { wholeNumber } from "../whole-number";
import { type PermitStatus, permitStatuses } from "./permit";

export const permitSortNames = ["number", "city", "status", "due"] as const;
export type PermitSort = (typeof permitSortNames)[number];

/** Ready views of the list, each with what it has. */
export const permitViews = {
  open: { label: "Open" },
  late: { label: "Late" },
  unassigned: { label: "Unassigned" },
  mine: { label: "Mine" },
  hold: { label: "On hold" },
} as const;

export type PermitView = keyof typeof permitViews;

export const notSearchedInPermits = "cities, reviewers, dates, descriptions, phone numbers, punctuation";

export type PermitState = { status: PermitStatus; isAssigned?: boolean };

export type SearchScope = { cityId?: number; states?: readonly PermitState[] };

export type MatchLimits = { limit: number; before?: number };

export type PermitFilter = Partial<ReturnType<typeof readPermitFilter>>;

export function readPermitFilter(parameters: URLSearchParams) {
  const sort = parameters.get("sort")?.replace(/^-/, "");
  return {
    search: searchIn(parameters, "search"),
    view: valueIn(permitViews, parameters.get("view")),
    status: valueIn(permitStatuses, parameters.get("status")),
    cityId: wholeNumber(parameters.get("cityId")),
    sort: permitSortNames.find((name) => name === sort),
    descending: (parameters.get("sort")?.startsWith("-") || undefined) as boolean | undefined,
    page: wholeNumber(parameters.get("page")),
  };
}

export function permitFilterQuery({ search, sort, descending, ...filter }: PermitFilter): string {
  const { view, status, cityId, page } = filter;
  const order = sort && descending ? `-${sort}` : sort;
  return (
    queryOf({ view, search: search || undefined, status, cityId, page: pageParameter(page), sort: order }) ||
    "?"
  );
}
