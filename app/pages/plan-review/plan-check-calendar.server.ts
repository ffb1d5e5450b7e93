import { submit } from "~/form.server";
import { withQuery } from "~/models/address";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { CompleteForm } from "~/models/plan-review/assignment.form.server";
import { updateAssignment } from "~/models/plan-review/assignment.server";
import { countDue, listCalendar, listOnPaper } from "~/models/plan-review/calendar.server";
import {
  type CalendarFilter,
  calendarFilterQuery,
  calendarFilterText,
  readCalendarFilter,
} from "~/models/plan-review/calendar-filter";
import { listReviewers } from "~/models/plan-review/reviewer-list.server";
import type { Viewer } from "~/models/policy";
import { redirectWithSuccess } from "~/toast.server";

export type PlanCheckCalendarData = Awaited<ReturnType<typeof loadPlanCheckCalendar>>;

/** The calendar that an address asks for. An employee whom nobody knows is passed over. */
export async function loadPlanCheckCalendar(viewer: Viewer, url: URL, day = today()) {
  const asked = readCalendarFilter(url.searchParams);
  const reviewers = await listReviewers(viewer);
  const isListed = reviewers.some(({ id }) => id === asked.employeeId);
  let filter: CalendarFilter = asked;
  let calendar = await listCalendar(viewer, filter, day);
  if (asked.employeeId !== undefined && !isListed && calendar.total === 0) {
    filter = { ...asked, employeeId: undefined };
    calendar = await listCalendar(viewer, filter, day);
  }
  const { rows, total, page } = calendar;
  return {
    filter: { ...filter, page },
    rows,
    total,
    employees: withThoseShown(reviewers, rows),
    due: await countDue(viewer, filter.employeeId, day),
    today: day,
  };
}

export type CalendarOnPaper = Awaited<ReturnType<typeof loadCalendarOnPaper>>;

/** The calendar that an address asks for, to print: all in one page, up to a thousand rows. */
export async function loadCalendarOnPaper(viewer: Viewer, url: URL, day = today()) {
  const asked = readCalendarFilter(url.searchParams);
  const { rows, total, isCapped, filter, employeeName } = await listOnPaper(viewer, asked, day);
  return {
    rows,
    words: calendarFilterText(filter, employeeName),
    count: countOnPaper(rows.length, total, isCapped),
    calendar: addressOf(url, { ...filter, page: undefined }),
    today: day,
  };
}

/** 'The first 1,000 of 3,214', or how many they are when they are all. */
export function countOnPaper(rows: number, total: number, isCapped: boolean): string {
  const number = (value: number) => value.toLocaleString("en-US");
  if (rows < total || isCapped) return `The first ${number(rows)} of ${number(total)}${isCapped ? "+" : ""}`;
  return `${number(total)} ${total === 1 ? "assignment" : "assignments"}`;
}

const addressOf = ({ pathname }: URL, filter: CalendarFilter): string =>
  withQuery(pathname, calendarFilterQuery(filter));

/** Those who have left keep their work, and can be chosen while it is shown. */
function withThoseShown(
  reviewers: { id: number; name: string }[],
  rows: { employeeId: number; employeeName: string }[],
) {
  const names = new Map(reviewers.map(({ id, name }) => [id, name]));
  for (const { employeeId, employeeName } of rows) {
    if (!names.has(employeeId)) names.set(employeeId, employeeName);
  }
  return [...names].map(([id, label]) => ({ value: String(id), label }));
}

/** Marks an assignment completed, and leads back to the calendar as it was filtered. */
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
