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

/** When work given today is due: with its permit or, when that is past, in ten days. */
export const reviewerDueDate = (permitDueDate: CalendarDate, today: CalendarDate): CalendarDate =>
  permitDueDate >= today ? permitDueDate : addDays(today, 10);

/** Past its due date and not completed. */
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

/** Whether the next review cycle goes on with an assignment, unless somebody chooses: it is not completed. */
export const continues = ({ status }: { status: AssignmentStatus }): boolean => status !== "completed";
