import { queryOf, unlessFirst } from "../address";
import { wholeNumber } from "../whole-number";
import { isPermitStatus, type PermitStatus } from "./permit";

export const permitSortNames = ["number", "city", "status", "due"] as const;
export type PermitSort = (typeof permitSortNames)[number];

/**
 * How many permits, the newest, a search of one or two characters looks through: no index helps there, and
 * going through all of a million would hold everybody up.
 */
export const shortSearchReach = 10_000;

export type PermitFilter = {
  search?: string;
  status?: PermitStatus;
  cityId?: number;
  sort?: PermitSort;
  descending?: boolean;
  page?: number;
};

/** What an address asks for; whatever makes no sense in it is passed over. */
export function readPermitFilter(parameters: URLSearchParams): PermitFilter {
  const status = parameters.get("status");
  const sort = parameters.get("sort")?.replace(/^-/, "");
  return {
    search: parameters.get("search")?.trim().slice(0, 100) || undefined,
    status: isPermitStatus(status) ? status : undefined,
    cityId: wholeNumber(parameters.get("cityId")),
    sort: permitSortNames.find((name) => name === sort),
    descending: parameters.get("sort")?.startsWith("-") || undefined,
    page: wholeNumber(parameters.get("page")),
  };
}

/** The query of an address that asks for it: `?search=OAK&sort=-due`, or `?` when nothing is asked. */
export function permitFilterQuery({ search, sort, descending, ...filter }: PermitFilter): string {
  const { status, cityId, page } = filter;
  const order = sort && descending ? `-${sort}` : sort;
  return (
    queryOf({ search: search || undefined, status, cityId, page: unlessFirst(page), sort: order }) || "?"
  );
}
