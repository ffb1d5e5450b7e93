import { pageParameter, queryOf } from "../address";
import { searchIn } from "../clean-text";
import { type Discipline, isDiscipline } from "../discipline";
import { wholeNumber } from "../whole-number";

export type StandardCommentFilter = {
  q?: string;
  discipline?: Discipline;
  /** Of one city, or those of every city. */
  cityId?: number | "every";
  page?: number;
};

export function readStandardCommentFilter(parameters: URLSearchParams): StandardCommentFilter {
  const discipline = parameters.get("discipline");
  const city = parameters.get("cityId");
  return {
    q: searchIn(parameters, "q"),
    discipline: isDiscipline(discipline) ? discipline : undefined,
    cityId: city === "every" ? city : wholeNumber(city),
    page: wholeNumber(parameters.get("page")),
  };
}

/** Returns `?discipline=Fire&dialog=edit&id=7`. */
export function standardCommentQuery(
  { q, discipline, cityId, page }: StandardCommentFilter,
  parameters: Record<string, string | number> = {},
): string {
  return queryOf({ q: q || undefined, discipline, cityId, page: pageParameter(page), ...parameters }) || "?";
}
