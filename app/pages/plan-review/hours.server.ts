import { csvOf, sendCsv } from "~/http/csv.server";
import { today } from "~/models/clock.server";
import { addMonths, hoursText, monthOf } from "~/models/plan-review/time-entry";
import { listSheets, type MonthSheet, monthSheet } from "~/models/plan-review/time-entry.server";
import type { Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { wholeNumber } from "~/models/whole-number";

export type HoursData = Awaited<ReturnType<typeof loadHours>>;

/** The sheet of hours that an address asks for, with the months beside it and whom else one may choose. */
export async function loadHours(viewer: Viewer, url: URL) {
  const reviewers = await listSheets(viewer);
  const sheet = await readSheet(viewer, url, reviewers);
  return {
    ...sheet,
    employeeId: sheet.reviewer && sheet.reviewer.id !== viewer.employeeId ? sheet.reviewer.id : undefined,
    isReviewer: hasOwn(viewer, reviewers),
    reviewers,
    previous: addMonths(sheet.month, -1),
    // Hours are never logged ahead.
    next: sheet.month < monthOf(today()) ? addMonths(sheet.month, 1) : null,
  };
}

type Sheets = Awaited<ReturnType<typeof listSheets>>;

function readSheet(viewer: Viewer, { searchParams }: URL, reviewers: Sheets): Promise<MonthSheet> {
  const own = hasOwn(viewer, reviewers) ? viewer.employeeId : null;
  const employeeId = wholeNumber(searchParams.get("employeeId")) ?? own;
  return monthSheet(viewer, searchParams.get("month"), employeeId);
}

/** An administrator who reviews nothing has no sheet of their own. */
const hasOwn = ({ employeeId }: Viewer, reviewers: Sheets): boolean =>
  employeeId !== null && (reviewers === null || reviewers.some(({ value }) => value === String(employeeId)));

/** The same sheet as a file for a spreadsheet; 404 without a reviewer. */
export async function sendHours(viewer: Viewer, url: URL): Promise<Response> {
  const sheet = await readSheet(viewer, url, await listSheets(viewer));
  if (!sheet.reviewer) throw notFound("Reviewer");
  return sendCsv(fileName(sheet.reviewer, sheet.month), hoursCsv(sheet, sheet.reviewer.name));
}

const columns = ["Date", "Reviewer", "Permit", "City", "Discipline", "Review cycle", "Hours", "Description"];

export function hoursCsv({ days }: Pick<MonthSheet, "days">, reviewer: string): string {
  const rows = days
    .flatMap(({ entries }) => entries)
    .map((entry) => [
      entry.workDate,
      reviewer,
      [entry.urban37PermitNumber, entry.revisionNumber].filter(Boolean).join(" "),
      entry.cityName,
      entry.discipline,
      entry.reviewCycle,
      hoursText(entry.quarterHours),
      entry.description ?? "",
    ]);
  return csvOf(columns, rows);
}

function fileName({ id, name }: { id: number; name: string }, month: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `hours-${plain || `reviewer-${id}`}-${month}.csv`;
}
