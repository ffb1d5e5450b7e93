import { timeEntryColumns } from "~/models/hours/time-entry";
import { listTimesheetReviewers } from "~/models/hours/time-entry-list.server";
import { notFound } from "~/models/refusal";
import { handleByMethod } from "~/platform/api/api.server";
import { sendCsv } from "~/platform/http/csv.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/hours-csv";
import { readRequestedTimesheet } from "./parts/timesheet.server";

const firstColumns = [
  "workDate",
  "employeeName",
  "permit",
  "cityName",
  "discipline",
  "reviewCycle",
  "quarterHours",
] as const;

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: async () => {
      const viewer = viewerOf(context, "time-entry.read");
      const timesheet = await readRequestedTimesheet(viewer, url, await listTimesheetReviewers(viewer));
      if (!timesheet.reviewer) throw notFound("Plan reviewer");
      const entries = timesheet.days.map((day) => day.entries);
      const download = { viewer, request, fileName: fileNameOf(timesheet.reviewer, timesheet.month) };
      return sendCsv(download, timeEntryColumns, firstColumns, entries);
    },
  });

export const action = loader;

function fileNameOf({ id, name }: { id: number; name: string }, month: string): string {
  const asciiName = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `hours-${asciiName || `reviewer-${id}`}-${month}.csv`;
}
