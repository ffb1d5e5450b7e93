import { submit } from "~/form.server";
import { withQuery } from "~/models/address";
import { yieldToEventLoop } from "~/models/batches.server";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { labelIn, type Option } from "~/models/options";
import { type AssignmentStatus, assignmentStatuses, isDone } from "~/models/plan-review/assignment";
import { CompleteSchema } from "~/models/plan-review/assignment.schema.server";
import { updateAssignment } from "~/models/plan-review/assignment.server";
import { listCalendar, listForPrint } from "~/models/plan-review/calendar.server";
import {
  type CalendarFilter,
  calendarFilterQuery,
  calendarFilterText,
  readCalendarFilter,
} from "~/models/plan-review/calendar-filter";
import { listReviewerOptions } from "~/models/plan-review/reviewer-list.server";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { redirectWithSuccess, redirectWithUndo, type Undo } from "~/toast.server";
import { shownAssignment } from "./plan-review.server";

export type PlanCheckCalendarData = Awaited<ReturnType<typeof loadPlanCheckCalendar>>;

/** Ignores an unknown employee. `undo` takes back the completion of an assignment, which is still listed. */
export async function loadPlanCheckCalendar(viewer: Viewer, url: URL, day = today(), undo?: Undo) {
  const requested = readCalendarFilter(url.searchParams);
  const reviewers = await listReviewerOptions(viewer);
  const isListed = labelIn(reviewers, String(requested.employeeId)) !== undefined;
  let filter: CalendarFilter = requested;
  const completedId = undo && Number(undo.fields.assignmentId);
  let calendar = await listCalendar(viewer, filter, day, completedId);
  if (requested.employeeId !== undefined && !isListed && calendar.total === 0) {
    filter = { ...requested, employeeId: undefined };
    calendar = await listCalendar(viewer, filter, day, completedId);
  }
  const { rows, total, page, due } = calendar;
  return {
    filter: { ...filter, page },
    rows: rows.map(shownAssignment),
    total,
    employees: withShownEmployees(reviewers, rows),
    due,
    today: day,
    completed: undo && { id: completedId, undo },
  };
}

export type CalendarForPrint = Awaited<ReturnType<typeof loadCalendarForPrint>>;

export async function loadCalendarForPrint(viewer: Viewer, url: URL, day = today()) {
  const requested = readCalendarFilter(url.searchParams);
  const { rows, total, filter, employeeName } = await listForPrint(viewer, requested, day);
  await yieldToEventLoop();
  return {
    rows: rows.map(shownAssignment),
    filterText: calendarFilterText(filter, employeeName),
    count: printCountText(rows.length, total),
    calendarAddress: addressOf(url, { ...filter, page: undefined }),
    today: day,
  };
}

/** Returns 'The first 500 of 3,214', or '12 assignments'. */
export function printCountText(rows: number, total: number): string {
  const number = (value: number) => value.toLocaleString("en-US");
  if (rows < total) return `The first ${number(rows)} of ${number(total)}`;
  return pluralize(total, "assignment", "assignments");
}

const addressOf = ({ pathname }: URL, filter: CalendarFilter): string =>
  withQuery(pathname, calendarFilterQuery(filter));

/** With the inactive employees who have assignments on the page. */
function withShownEmployees(reviewers: Option[], rows: { employeeId: number; employeeName: string }[]) {
  const shown = new Map(rows.map(({ employeeId, employeeName }) => [String(employeeId), employeeName]));
  const others = [...shown].filter(([value]) => labelIn(reviewers, value) === undefined);
  return [...reviewers, ...others.map(([value, label]) => ({ value, label }))];
}

export function completeAssignment(request: Request, viewer: Viewer, url: URL) {
  const address = addressOf(url, readCalendarFilter(url.searchParams));
  return submit(
    request,
    CompleteSchema,
    { failure: failures.completeAssignment },
    async ({ assignmentId, backTo, seen }) => {
      if (backTo) {
        await takeBack(viewer, assignmentId, backTo, seen);
        return redirectWithSuccess(address, `Assignment marked as ${assignmentStatuses[backTo].label}`);
      }
      const completed = await updateAssignment(viewer, assignmentId, { status: "completed" });
      const { earlierStatus, updatedAt } = completed;
      if (isDone(earlierStatus)) return redirectWithSuccess(address, markedAsCompleted);
      const fields = { assignmentId: String(assignmentId), backTo: earlierStatus, seen: updatedAt };
      const undo = { action: address, failure: failures.updateAssignment, fields };
      return redirectWithUndo(address, markedAsCompleted, undo);
    },
  );
}

const markedAsCompleted = "Assignment marked as completed";

async function takeBack(viewer: Viewer, id: number, status: AssignmentStatus, expectedVersion?: string) {
  await updateAssignment(viewer, id, { status }, { expectedVersion }).catch((error: unknown) => {
    const isStale = error instanceof Refusal && error.details.current !== undefined;
    throw isStale ? new Refusal(409, changedSince) : error;
  });
}

const changedSince = "This assignment was changed after it was completed. Nothing was undone.";
