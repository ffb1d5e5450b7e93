import { pageParameter, queryOf } from "../address";
import { searchIn } from "../clean-text";
import { valueIn, valuesOf } from "../options";
import { wholeNumber } from "../whole-number";

/** In the order in which the page has them. */
export const searchGroups = {
  permits: { label: "Permits" },
  letters: { label: "Letters" },
  corrections: { label: "Corrections" },
  cities: { label: "Cities" },
  people: { label: "People" },
} as const satisfies Record<string, { label: string }>;

export type SearchGroup = keyof typeof searchGroups;
export const searchGroupValues = valuesOf(searchGroups);

/** The rows of a group beside others. Alone, it has pages. */
export const groupSize = 5;
export const recentSize = 8;

export type SearchAddress = { q?: string; show?: SearchGroup; page?: number };

export const readSearchAddress = (parameters: URLSearchParams): SearchAddress => ({
  q: searchIn(parameters, "q"),
  show: valueIn(searchGroups, parameters.get("show")),
  page: wholeNumber(parameters.get("page")),
});

export const searchAddress = ({ q, show, page }: SearchAddress): string =>
  `/search${queryOf({ q, show, page: pageParameter(page) })}`;
