import { firstDate } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { addMonths, monthOf } from "~/models/plan-review/time-entry";
import {
  listTimesheetReviewers,
  readTimesheet,
  type TimeEntry,
  type Timesheet,
} from "~/models/plan-review/time-entry-list.server";
import type { Viewer } from "~/models/policy";
import { wholeNumber } from "~/models/whole-number";

export type HoursData = Awaited<ReturnType<typeof loadHours>>;

/** With the months before and after, and the reviewers to choose from. */
export async function loadHours(viewer: Viewer, url: URL) {
  const reviewers = await listTimesheetReviewers(viewer);
  const timesheet = await readRequestedTimesheet(viewer, url, reviewers);
  return {
    ...timesheet,
    days: timesheet.days.map((day) => ({ ...day, entries: day.entries.map(shownFields) })),
    employeeId:
      timesheet.reviewer && timesheet.reviewer.id !== viewer.employeeId ? timesheet.reviewer.id : undefined,
    isReviewer: hasOwnTimesheet(viewer, reviewers),
    reviewers,
    previous: timesheet.month > monthOf(firstDate) ? addMonths(timesheet.month, -1) : null,
    // Hours cannot be logged for a future day.
    next: timesheet.month < monthOf(today()) ? addMonths(timesheet.month, 1) : null,
  };
}

const shownFields = ({ employeeId, employeeName, mayChange, permit, updatedAt, ...shown }: TimeEntry) =>
  shown;

type TimesheetReviewers = Awaited<ReturnType<typeof listTimesheetReviewers>>;

/** By default the viewer's own. */
export function readRequestedTimesheet(
  viewer: Viewer,
  { searchParams }: URL,
  reviewers: TimesheetReviewers,
): Promise<Timesheet> {
  const ownId = hasOwnTimesheet(viewer, reviewers) ? viewer.employeeId : null;
  const employeeId = wholeNumber(searchParams.get("employeeId")) ?? ownId;
  return readTimesheet(viewer, searchParams.get("month"), employeeId);
}

/** An administrator who is not a reviewer has none. */
const hasOwnTimesheet = ({ employeeId }: Viewer, reviewers: TimesheetReviewers): boolean =>
  employeeId !== null && (reviewers === null || reviewers.some(({ value }) => value === String(employeeId)));
