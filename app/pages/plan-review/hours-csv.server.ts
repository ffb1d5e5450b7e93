import { csvOfRows, sendCsv } from "~/http/csv.server";
import { listSheets, type MonthSheet } from "~/models/plan-review/month-sheet.server";
import { timeEntryColumns } from "~/models/plan-review/time-entry-columns";
import type { Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { readSheet } from "./hours.server";

/** A sheet of hours as a file for a spreadsheet; 404 without a reviewer. */
export async function sendHours(viewer: Viewer, url: URL): Promise<Response> {
  const sheet = await readSheet(viewer, url, await listSheets(viewer));
  if (!sheet.reviewer) throw notFound("Reviewer");
  return sendCsv(fileName(sheet.reviewer, sheet.month), hoursCsv(sheet, sheet.reviewer.name));
}

const first = [
  "workDate",
  "employeeName",
  "permit",
  "cityName",
  "discipline",
  "reviewCycle",
  "quarterHours",
] as const;

export function hoursCsv({ days }: Pick<MonthSheet, "days">, employeeName: string): string {
  const entries = days.flatMap(({ entries }) => entries);
  const rows = entries.map((entry) => ({
    ...entry,
    employeeName,
    permit: [entry.urban37PermitNumber, entry.revisionNumber].filter(Boolean).join(" "),
  }));
  return csvOfRows(timeEntryColumns, [...first], rows);
}

function fileName({ id, name }: { id: number; name: string }, month: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `hours-${plain || `reviewer-${id}`}-${month}.csv`;
}
