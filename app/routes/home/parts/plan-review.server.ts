import { isDone } from "~/models/assignments/assignment";
import type { AssignmentRow } from "~/models/assignments/assignment-list.server";
import { listReviewerOptions } from "~/models/assignments/reviewer-list.server";
import { today } from "~/models/clock.server";
import { dashboardStatistics } from "~/models/dashboard/statistics.server";
import { readWorkFilter } from "~/models/dashboard/work-filter";
import { listDashboardAssignments } from "~/models/dashboard/work-list.server";
import { optionLines } from "~/models/option-lines";
import { may, type Viewer } from "~/models/policy";
import { noteOnShortSearch } from "~/platform/db/text-search.server";

export type PlanReviewData = Awaited<ReturnType<typeof loadPlanReview>>;

/** The viewer's own or, for an administrator, those of all reviewers or of `?employeeId=`. */
export async function loadPlanReview(viewer: Viewer, url: URL) {
  const choosesReviewer = may(viewer, "assignment.edit");
  const requested = readWorkFilter(url.searchParams);
  const employeeId = choosesReviewer ? requested.employeeId : (viewer.employeeId ?? -1);
  const { q, view, status, rows: size } = requested;
  const { rows, ...list } = await listDashboardAssignments(viewer, { ...requested, employeeId }, today());
  return {
    statistics: await dashboardStatistics(viewer),
    ...list,
    note: noteOnShortSearch(q),
    work: rows.map((row) => shownAssignment(row, choosesReviewer)),
    reviewers: choosesReviewer ? optionLines(await listReviewerOptions(viewer)) : null,
    ...{ employeeId, q, view, status, rows: size },
    today: today(),
    mayAssign: choosesReviewer,
  };
}

/** A row that the viewer can change nothing of cannot be ticked. */
export function shownAssignment<Row extends AssignmentRow>(row: Row, mayAssign: boolean) {
  const { reviewCycle, comment, completedAt, decision, decidedAt, createdAt, usesCorrections, ...shown } =
    row;
  const mayComplete = row.mayWork && !isDone(row.status);
  return { ...shown, mayTick: !row.isFinished && (mayAssign || mayComplete) };
}
