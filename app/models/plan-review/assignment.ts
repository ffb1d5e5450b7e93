import { addDays, type CalendarDate } from "../calendar-date";
import { optionsOf, valuesOf } from "../options";
import type { Tone } from "../tone";

export const assignmentStatuses = {
  assigned: { label: "Assigned", tone: "grey" },
  in_progress: { label: "In Progress", tone: "blue" },
  completed: { label: "Completed", tone: "green" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type AssignmentStatus = keyof typeof assignmentStatuses;
export const assignmentStatusOptions = optionsOf(assignmentStatuses);
export const assignmentStatusValues = valuesOf(assignmentStatuses);

/** The due date of a new assignment: the permit's due date or, if that has passed, ten days from today. */
export const reviewerDueDate = (permitDueDate: CalendarDate, today: CalendarDate): CalendarDate =>
  permitDueDate >= today ? permitDueDate : addDays(today, 10);

/** Whether an assignment is past its due date and not completed. */
export function isOverdue(
  assignment: { status: AssignmentStatus; employeeDueDate: CalendarDate | null },
  today: CalendarDate,
): boolean {
  return (
    assignment.status !== "completed" &&
    assignment.employeeDueDate !== null &&
    assignment.employeeDueDate < today
  );
}
