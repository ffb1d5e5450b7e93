import { updateAssignment } from "~/models/assignments/assignment.server";
import { listCalendar, listForPrint } from "~/models/assignments/calendar.server";
import {
  addressOfCalendar,
  type CalendarFilter,
  calendarFilterText,
} from "~/models/assignments/calendar-filter";
import { listReviewerOptions } from "~/models/assignments/reviewer-list.server";
import { today } from "~/models/clock.server";
import { optionLines } from "~/models/option-lines";
import { labelIn, type Option } from "~/models/options";
import { pluralize } from "~/models/pluralize";
import { may, type Viewer } from "~/models/policy";
import { listSavedViews } from "~/models/saved-views/saved-view.server";
import { yieldToEventLoop } from "~/platform/db/batches.server";
import { redirectWithUndo } from "~/platform/http/toast.server";
import { shownAssignment } from "../../home/parts/plan-review.server";

export type CalendarData = Awaited<ReturnType<typeof loadCalendar>>;

/** Ignores an unknown employee. `completedId` was just completed, and is still listed. */
export async function loadCalendar(viewer: Viewer, requested: CalendarFilter, completedId?: number) {
  const day = today();
  const mayAssign = may(viewer, "assignment.edit");
  const reviewers = await listReviewerOptions(viewer);
  const isListed = labelIn(reviewers, String(requested.employeeId)) !== undefined;
  let filter: CalendarFilter = requested;
  let calendar = await listCalendar(viewer, filter, day, completedId);
  if (requested.employeeId !== undefined && !isListed && calendar.total === 0) {
    filter = { ...requested, employeeId: undefined };
    calendar = await listCalendar(viewer, filter, day, completedId);
  }
  const { rows, total, page, due, days } = calendar;
  return {
    filter: { ...filter, page },
    rows: rows.map((row) => shownAssignment(row, mayAssign)),
    total,
    employees: optionLines(withShownEmployees(reviewers, rows)),
    due,
    days,
    saved: await listSavedViews(viewer, "calendar"),
    ownId: reviewers.some(({ value }) => value === String(viewer.employeeId)) ? viewer.employeeId : null,
    today: day,
    completedId,
    mayAssign,
  };
}

export type PaperData = Awaited<ReturnType<typeof loadPaper>>;

export async function loadPaper(viewer: Viewer, requested: CalendarFilter) {
  const day = today();
  const { rows, total, filter, employeeName } = await listForPrint(viewer, requested, day);
  await yieldToEventLoop();
  return {
    rows: rows.map((row) => shownAssignment(row, false)),
    filterText: calendarFilterText(filter, employeeName),
    count: printCountText(rows.length, total),
    calendarAddress: addressOfCalendar({ ...filter, page: undefined }),
    today: day,
  };
}

/** Returns 'The first 500 of 3,214', or '12 assignments'. */
export function printCountText(rows: number, total: number): string {
  const number = (value: number) => value.toLocaleString("en-US");
  if (rows < total) return `The first ${number(rows)} of ${number(total)}`;
  return pluralize(total, "assignment", "assignments");
}

/** With the inactive employees who have assignments on the page. */
function withShownEmployees(reviewers: Option[], rows: { employeeId: number; employeeName: string }[]) {
  const shown = new Map(rows.map(({ employeeId, employeeName }) => [String(employeeId), employeeName]));
  const others = [...shown].filter(([value]) => labelIn(reviewers, value) === undefined);
  return [...reviewers, ...others.map(([value, label]) => ({ value, label }))];
}

export async function complete(viewer: Viewer, id: number, address: string) {
  await updateAssignment(viewer, id, { status: "completed" });
  return redirectWithUndo(address, "Assignment marked as completed", { viewer, kind: "assignment", id });
}
