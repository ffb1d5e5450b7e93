import { csvOfRows, sendCsv } from "~/http/csv.server";
import { timeEntryColumns } from "~/models/plan-review/time-entry";
import { listTimesheetReviewers, type Timesheet } from "~/models/plan-review/time-entry-list.server";
import type { Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { readRequestedTimesheet } from "./hours.server";

/** Throws 404 without a reviewer. */
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
