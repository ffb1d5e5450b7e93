import { type AssignmentStatus, isDone } from "~/models/assignments/assignment";
import { updateAssignment } from "~/models/assignments/assignment.server";
import { listCalendar, listForPrint } from "~/models/assignments/calendar.server";
import {
  addressOfCalendar,
  type CalendarFilter,
  calendarFilterText,
} from "~/models/assignments/calendar-filter";
import { listReviewerOptions } from "~/models/assignments/reviewer-list.server";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { optionLines } from "~/models/option-lines";
import { labelIn, type Option } from "~/models/options";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { listSavedViews } from "~/models/saved-views/saved-view.server";
import { yieldToEventLoop } from "~/platform/db/batches.server";
import { redirectWithSuccess, redirectWithUndo, type Undo } from "~/platform/http/toast.server";
import { shownAssignment } from "../../home/parts/plan-review.server";

export type CalendarData = Awaited<ReturnType<typeof loadCalendar>>;

/** Ignores an unknown employee. `undo` takes back the completion of an assignment, which is still listed. */
export async function loadCalendar(viewer: Viewer, requested: CalendarFilter, undo?: Undo) {
  const day = today();
  const reviewers = await listReviewerOptions(viewer);
  const isListed = labelIn(reviewers, String(requested.employeeId)) !== undefined;
  let filter: CalendarFilter = requested;
  const completedId = undo && Number(undo.fields.assignmentId);
  let calendar = await listCalendar(viewer, filter, day, completedId);
  if (requested.employeeId !== undefined && !isListed && calendar.total === 0) {
    filter = { ...requested, employeeId: undefined };
    calendar = await listCalendar(viewer, filter, day, completedId);
  }
  const { rows, total, page, due, days } = calendar;
  return {
    filter: { ...filter, page },
    rows: rows.map(shownAssignment),
    total,
    employees: optionLines(withShownEmployees(reviewers, rows)),
    due,
    days,
    saved: await listSavedViews(viewer, "calendar"),
    ownId: reviewers.some(({ value }) => value === String(viewer.employeeId)) ? viewer.employeeId : null,
    today: day,
    completed: undo && { id: completedId, undo },
  };
}

export type PaperData = Awaited<ReturnType<typeof loadPaper>>;

export async function loadPaper(viewer: Viewer, requested: CalendarFilter) {
  const day = today();
  const { rows, total, filter, employeeName } = await listForPrint(viewer, requested, day);
  await yieldToEventLoop();
  return {
    rows: rows.map(shownAssignment),
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

const markedAsCompleted = "Assignment marked as completed";

/** The toast can take it back. */
export async function complete(viewer: Viewer, id: number, address: string) {
  const { earlierStatus, updatedAt } = await updateAssignment(viewer, id, { status: "completed" });
  if (isDone(earlierStatus)) return redirectWithSuccess(address, markedAsCompleted);
  const fields = { assignmentId: String(id), backTo: earlierStatus, seen: updatedAt };
  const undo = { action: address, failure: failures.updateAssignment, fields };
  return redirectWithUndo(address, markedAsCompleted, undo);
}

export async function takeBack(
  viewer: Viewer,
  id: number,
  status: AssignmentStatus,
  expectedVersion?: string,
) {
  await updateAssignment(viewer, id, { status }, { expectedVersion }).catch((error: unknown) => {
    const isStale = error instanceof Refusal && error.details.current !== undefined;
    throw isStale ? new Refusal(409, changedSince) : error;
  });
}

const changedSince = "This assignment was changed after it was completed. Nothing was undone.";
