import { today } from "~/models/clock.server";
import { listSheets, type MonthSheet, monthSheet } from "~/models/plan-review/month-sheet.server";
import { addMonths, monthOf } from "~/models/plan-review/time-entry";
import type { Viewer } from "~/models/policy";
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

/** The sheet of hours that an address asks for, of one of those whom the viewer may choose. */
export function readSheet(viewer: Viewer, { searchParams }: URL, reviewers: Sheets): Promise<MonthSheet> {
  const own = hasOwn(viewer, reviewers) ? viewer.employeeId : null;
  const employeeId = wholeNumber(searchParams.get("employeeId")) ?? own;
  return monthSheet(viewer, searchParams.get("month"), employeeId);
}

/** An administrator who reviews nothing has no sheet of their own. */
const hasOwn = ({ employeeId }: Viewer, reviewers: Sheets): boolean =>
  employeeId !== null && (reviewers === null || reviewers.some(({ value }) => value === String(employeeId)));
