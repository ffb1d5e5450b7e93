import { queryOf } from "../address";
import { type CityStatus, isCityStatus } from "../permits/city-status";
import { wholeNumber } from "../whole-number";

/** How many permits a portal lists at first, and how many more each time. */
export const portalStep = 100;
export const maximumShown = 10_000;

export type PortalFilter = {
  search?: string;
  status?: CityStatus;
  /** How many permits to show. */
  show: number;
  /** The city that an administrator opens the portal for. */
  cityId?: number;
};

/** What a portal's address asks for; whatever makes no sense in it is passed over. */
export function readPortalFilter(parameters: URLSearchParams): PortalFilter {
  const status = parameters.get("status");
  const asked = wholeNumber(parameters.get("show")) ?? portalStep;
  return {
    search: parameters.get("search")?.trim().slice(0, 100) || undefined,
    status: isCityStatus(status) ? status : undefined,
    show: Math.min(Math.ceil(asked / portalStep) * portalStep, maximumShown),
    cityId: wholeNumber(parameters.get("cityId")),
  };
}

/** The query of an address that asks for it, and for a dialog over it: `?search=Elm&dialog=submit`. */
export function portalQuery(filter: Partial<PortalFilter>, dialog?: string): string {
  const { search, status, cityId, show = portalStep } = filter;
  const more = show > portalStep ? show : undefined;
  return queryOf({ search: search || undefined, status, cityId, show: more, dialog });
}
