import { queryOf } from "../address";
import { searchIn } from "../clean-text";
import { valueIn } from "../options";
import { type CityStatus, cityStatuses } from "../permits/city-status";
import type { LetterHolder } from "../review-cycles/plan-check";
import { wholeNumber } from "../whole-number";

/** At first, and for each "Show more". */
export const portalStep = 100;
export const maxShown = 300;

export const holderOptions: { value: LetterHolder; label: string }[] = [
  { value: "city", label: "With us" },
  { value: "applicant", label: "With the applicant" },
];

export type PortalFilter = {
  search?: string;
  status?: CityStatus;
  holder?: LetterHolder;
  show: number;
  before?: number;
  /** If an administrator opens the portal. */
  cityId?: number;
};

export function readPortalFilter(parameters: URLSearchParams): PortalFilter {
  const holder = parameters.get("holder");
  const requested = wholeNumber(parameters.get("show")) ?? portalStep;
  return {
    search: searchIn(parameters, "search"),
    status: valueIn(cityStatuses, parameters.get("status")),
    holder: holderOptions.find(({ value }) => value === holder)?.value,
    show: Math.min(Math.ceil(requested / portalStep) * portalStep, maxShown),
    before: wholeNumber(parameters.get("before")),
    cityId: wholeNumber(parameters.get("cityId")),
  };
}

export function portalQuery(filter: Partial<PortalFilter>): string {
  const { search, status, holder, cityId, show = portalStep, before } = filter;
  const more = show > portalStep ? show : undefined;
  return queryOf({ search: search || undefined, status, holder, cityId, show: more, before });
}
