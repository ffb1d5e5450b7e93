import { today } from "~/models/clock.server";
import { dashboardStatistics } from "~/models/dashboard/statistics.server";
import { type AssignmentStatus, assignmentStatuses } from "~/models/plan-review/assignment";
import { listReviewerOptions } from "~/models/plan-review/reviewer-list.server";
import { listWork } from "~/models/plan-review/work-list.server";
import { may, type Viewer } from "~/models/policy";
import { wholeNumber } from "~/models/whole-number";

export type PlanReviewData = Awaited<ReturnType<typeof loadPlanReview>>;

/** Loads the viewer's own assignments or, for an administrator, those of all reviewers or of `?employeeId=`. */
export async function loadPlanReview(viewer: Viewer, url: URL) {
  const choosesReviewer = may(viewer, "assignment.edit");
  const requestedId = wholeNumber(url.searchParams.get("employeeId"));
  const employeeId = choosesReviewer ? requestedId : (viewer.employeeId ?? -1);
  const status = statusOf(url.searchParams.get("status"));
  const { rows, ...list } = await listWork(viewer, {
    employeeId,
    status,
    page: Number(url.searchParams.get("page")),
  });
  return {
    statistics: await dashboardStatistics(viewer),
    ...list,
    work: rows,
    reviewers: choosesReviewer ? await listReviewerOptions(viewer) : null,
    employeeId,
    status,
    today: today(),
  };
}

function statusOf(text: string | null): AssignmentStatus | undefined {
  return text !== null && Object.hasOwn(assignmentStatuses, text) ? (text as AssignmentStatus) : undefined;
}
