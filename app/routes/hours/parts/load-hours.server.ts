import { firstDate } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { addMonths, type Day, entriesOnPage, monthOf } from "~/models/hours/time-entry";
import { listTimesheetReviewers, type TimeEntry } from "~/models/hours/time-entry-list.server";
import { nearestPage, rowsBefore } from "~/models/paging";
import type { Viewer } from "~/models/policy";
import { wholeNumber } from "~/models/whole-number";
import { hasOwnTimesheet, readRequestedTimesheet } from "./timesheet.server";
import { loadWeekSheet } from "./week-sheet.server";

export type HoursData = Awaited<ReturnType<typeof loadHours>>;

export async function loadHours(viewer: Viewer, url: URL) {
  const reviewers = await listTimesheetReviewers(viewer);
  const { reviewer, days, ...timesheet } = await readRequestedTimesheet(viewer, url, reviewers);
  const entries = days.flatMap(entriesOf);
  const page = nearestPage(wholeNumber(url.searchParams.get("page")), entries.length, entriesOnPage);
  return {
    ...timesheet,
    reviewer,
    week: reviewer && (await loadWeekSheet(viewer, reviewer.id, url)),
    entries: entries.slice(rowsBefore(page, entriesOnPage), rowsBefore(page + 1, entriesOnPage)),
    total: entries.length,
    page,
    employeeId: reviewer && reviewer.id !== viewer.employeeId ? reviewer.id : undefined,
    isReviewer: hasOwnTimesheet(viewer, reviewers),
    reviewers,
    previous: timesheet.month > monthOf(firstDate) ? addMonths(timesheet.month, -1) : null,
    // Hours cannot be logged for a future day.
    next: timesheet.month < monthOf(today()) ? addMonths(timesheet.month, 1) : null,
  };
}

/** The first entry of a day has the quarter hours of the day. */
const entriesOf = ({ quarterHours, entries }: Day<TimeEntry>) =>
  entries.map((entry, position) => ({
    ...shownFields(entry),
    dayTotal: position === 0 ? quarterHours : null,
  }));

const shownFields = ({ employeeId, employeeName, mayChange, permit, updatedAt, ...shown }: TimeEntry) =>
  shown;
