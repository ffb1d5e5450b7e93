import { pageParameter, queryOf } from "../address";
import { searchIn } from "../clean-text";
import { valueIn } from "../options";
import { type PlanCheckView, planCheckViews } from "../plan-checks/plan-check-view";
import { wholeNumber } from "../whole-number";

export type PlanCheckFilter = {
  view: PlanCheckView;
  cityId?: number;
  /** Text in a number, the name or the address of the permit. */
  q?: string;
  page?: number;
};

export function readPlanCheckFilter(parameters: URLSearchParams): PlanCheckFilter {
  return {
    view: valueIn(planCheckViews, parameters.get("view")) ?? "ready",
    cityId: wholeNumber(parameters.get("cityId")),
    q: searchIn(parameters, "q"),
    page: wholeNumber(parameters.get("page")),
  };
}

/** Returns `?view=late&cityId=3`. */
export const planCheckQuery = ({ view, cityId, q, page }: PlanCheckFilter): string =>
  queryOf({ view, cityId, q, page: pageParameter(page) });
