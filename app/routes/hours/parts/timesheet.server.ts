import { type listTimesheetReviewers, readTimesheet } from "~/models/hours/time-entry-list.server";
import type { Viewer } from "~/models/policy";
import { wholeNumber } from "~/models/whole-number";

type TimesheetReviewers = Awaited<ReturnType<typeof listTimesheetReviewers>>;

export function readRequestedTimesheet(viewer: Viewer, { searchParams }: URL, reviewers: TimesheetReviewers) {
  const ownId = hasOwnTimesheet(viewer, reviewers) ? viewer.employeeId : null;
  const employeeId = wholeNumber(searchParams.get("employeeId")) ?? ownId;
  return readTimesheet(viewer, searchParams.get("month"), employeeId);
}

/** An administrator who is not a reviewer has none. */
export const hasOwnTimesheet = ({ employeeId }: Viewer, reviewers: TimesheetReviewers): boolean =>
  employeeId !== null && (reviewers === null || reviewers.some(({ value }) => value === String(employeeId)));
