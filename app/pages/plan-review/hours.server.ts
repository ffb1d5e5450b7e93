import { csvOfRows, sendCsv } from "~/http/csv.server";
import { firstDate } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { addMonths, monthOf, timeEntryColumns } from "~/models/plan-review/time-entry";
import {
  listTimesheetReviewers,
  readTimesheet,
  type TimeEntry,
  type Timesheet,
} from "~/models/plan-review/time-entry-list.server";
import type { Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { wholeNumber } from "~/models/whole-number";

export type HoursData = Awaited<ReturnType<typeof loadHours>>;

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

function readRequestedTimesheet(viewer: Viewer, { searchParams }: URL, reviewers: TimesheetReviewers) {
  const ownId = hasOwnTimesheet(viewer, reviewers) ? viewer.employeeId : null;
  const employeeId = wholeNumber(searchParams.get("employeeId")) ?? ownId;
  return readTimesheet(viewer, searchParams.get("month"), employeeId);
}

/** An administrator who is not a reviewer has none. */
const hasOwnTimesheet = ({ employeeId }: Viewer, reviewers: TimesheetReviewers): boolean =>
  employeeId !== null && (reviewers === null || reviewers.some(({ value }) => value === String(employeeId)));

export async function sendHours(viewer: Viewer, url: URL): Promise<Response> {
  const timesheet = await readRequestedTimesheet(viewer, url, await listTimesheetReviewers(viewer));
  if (!timesheet.reviewer) throw notFound("Plan reviewer");
  return sendCsv(fileName(timesheet.reviewer, timesheet.month), hoursCsv(timesheet));
}

const firstColumns = [
  "workDate",
  "employeeName",
  "permit",
  "cityName",
  "discipline",
  "reviewCycle",
  "quarterHours",
] as const;

export const hoursCsv = ({ days }: Pick<Timesheet, "days">): string =>
  csvOfRows(
    timeEntryColumns,
    [...firstColumns],
    days.flatMap(({ entries }) => entries),
  );

function fileName({ id, name }: { id: number; name: string }, month: string): string {
  const asciiName = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `hours-${asciiName || `reviewer-${id}`}-${month}.csv`;
}
