import { cityOptions } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { isShortSearch } from "~/models/permits/permit-search.server";
import { readPlanCheckFilter } from "~/models/plan-checks/plan-check-view";
import { listPlanChecksInTab } from "~/models/plan-review/plan-check-list.server";
import type { Viewer } from "~/models/policy";

export type PlanChecksData = Awaited<ReturnType<typeof loadPlanChecks>>;

export async function loadPlanChecks(viewer: Viewer, url: URL, day = today()) {
  const filter = readPlanCheckFilter(url.searchParams);
  const { page, ...list } = await listPlanChecksInTab(viewer, filter, day);
  return {
    ...list,
    isShort: isShortSearch(filter.q),
    filter: { ...filter, page },
    cities: await cityOptions(viewer),
    today: day,
  };
}
