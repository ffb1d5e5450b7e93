import { today } from "~/models/clock.server";
import { dashboardStatistics } from "~/models/dashboard/statistics.server";
import { listReviewerOptions } from "~/models/plan-review/reviewer-list.server";
import { readWorkFilter } from "~/models/plan-review/work-filter";
import { searchWork } from "~/models/plan-review/work-search.server";
import { may, type Viewer } from "~/models/policy";

export type PlanReviewData = Awaited<ReturnType<typeof loadPlanReview>>;

/** Loads the viewer's own assignments or, for an administrator, those of all reviewers or of `?employeeId=`. */
export async function loadPlanReview(viewer: Viewer, url: URL) {
  const choosesReviewer = may(viewer, "assignment.edit");
  const requested = readWorkFilter(url.searchParams);
  const employeeId = choosesReviewer ? requested.employeeId : (viewer.employeeId ?? -1);
  const { q, view, status } = requested;
  const { rows, ...list } = await searchWork(viewer, { ...requested, employeeId }, today());
  return {
    statistics: await dashboardStatistics(viewer),
    ...list,
    work: rows,
    reviewers: choosesReviewer ? await listReviewerOptions(viewer) : null,
    ...{ employeeId, q, view, status },
    today: today(),
  };
}
