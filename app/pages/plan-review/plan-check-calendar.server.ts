import { submit } from "~/form.server";
import { withQuery } from "~/models/address";
import { letOthersIn } from "~/models/batches.server";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { labelIn, type OptionLines, optionLines } from "~/models/options";
import { CompleteForm } from "~/models/plan-review/assignment.form.server";
import { updateAssignment } from "~/models/plan-review/assignment.server";
import { listCalendar, listForPrint } from "~/models/plan-review/calendar.server";
import {
  type CalendarFilter,
  calendarFilterQuery,
  calendarFilterText,
  readCalendarFilter,
} from "~/models/plan-review/calendar-filter";
import { listReviewerOptions } from "~/models/plan-review/reviewer-list.server";
import type { Viewer } from "~/models/policy";
import { redirectWithSuccess } from "~/toast.server";

export type PlanCheckCalendarData = Awaited<ReturnType<typeof loadPlanCheckCalendar>>;

/** Loads a page of the calendar with the filter in the address. Ignores an unknown employee. */
export async function loadPlanCheckCalendar(viewer: Viewer, url: URL, day = today()) {
  const requested = readCalendarFilter(url.searchParams);
  const reviewers = await listReviewerOptions(viewer);
  const isListed = labelIn(reviewers, String(requested.employeeId)) !== undefined;
  let filter: CalendarFilter = requested;
  let calendar = await listCalendar(viewer, filter, day);
  if (requested.employeeId !== undefined && !isListed && calendar.total === 0) {
    filter = { ...requested, employeeId: undefined };
    calendar = await listCalendar(viewer, filter, day);
  }
  const { rows, total, page, due } = calendar;
  return {
    filter: { ...filter, page },
    rows,
    total,
    employees: withShownEmployees(reviewers, rows),
    due,
    today: day,
  };
}

export type CalendarForPrint = Awaited<ReturnType<typeof loadCalendarForPrint>>;

/** Loads the calendar to print, with the filter in the address: up to 500 rows on one page. */
export async function loadCalendarForPrint(viewer: Viewer, url: URL, day = today()) {
  const requested = readCalendarFilter(url.searchParams);
  const { rows, total, filter, employeeName } = await listForPrint(viewer, requested, day);
  await letOthersIn();
  return {
    rows,
    filterText: calendarFilterText(filter, employeeName),
    count: printCountText(rows.length, total),
    calendarAddress: addressOf(url, { ...filter, page: undefined }),
    today: day,
  };
}

/** 'The first 500 of 3,214', or '12 assignments' when all of them are shown. */
export function printCountText(rows: number, total: number): string {
  const number = (value: number) => value.toLocaleString("en-US");
  if (rows < total) return `The first ${number(rows)} of ${number(total)}`;
  return `${number(total)} ${total === 1 ? "assignment" : "assignments"}`;
}

const addressOf = ({ pathname }: URL, filter: CalendarFilter): string =>
  withQuery(pathname, calendarFilterQuery(filter));

/** Returns the reviewers to choose from, and the inactive employees who have assignments on the page. */
function withShownEmployees(
  reviewers: OptionLines,
  rows: { employeeId: number; employeeName: string }[],
): OptionLines {
  const shown = new Map(rows.map(({ employeeId, employeeName }) => [String(employeeId), employeeName]));
  const others = [...shown].filter(([value]) => labelIn(reviewers, value) === undefined);
  const added = optionLines(others.map(([value, label]) => ({ value, label })));
  return [reviewers, added].filter(Boolean).join("\n");
}

/** Marks an assignment as completed, and redirects to the calendar with the same filter. */
export function completeAssignment(request: Request, viewer: Viewer, url: URL) {
  const address = addressOf(url, readCalendarFilter(url.searchParams));
  return submit(
    request,
    CompleteForm,
    async ({ assignmentId }) => {
      await updateAssignment(viewer, assignmentId, { status: "completed" });
      return redirectWithSuccess(address, "Assignment marked as completed");
    },
    { failure: failures.completeAssignment },
  );
}
