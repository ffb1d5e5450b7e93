import { addDays, type CalendarDate } from "../calendar-date";
import type { Columns } from "../columns";
import { disciplines } from "../discipline";
import { reviewCycles } from "../permits/permit";
import type { Tone } from "../tone";
import { optionsOf, valuesOf } from "../vocabulary";

export const assignmentStatuses = {
  assigned: { label: "Assigned", tone: "grey" },
  in_progress: { label: "In Progress", tone: "blue" },
  completed: { label: "Completed", tone: "green" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type AssignmentStatus = keyof typeof assignmentStatuses;
export const assignmentStatusOptions = optionsOf(assignmentStatuses);
export const assignmentStatusValues = valuesOf(assignmentStatuses);

/** What an assignment looks like to a caller, with its permit's and its reviewer's names. */
export const assignmentColumns = {
  id: { kind: "id" },
  permitId: { kind: "id" },
  reviewCycle: { kind: "option", of: reviewCycles },
  discipline: { kind: "option", of: disciplines, heading: "Discipline" },
  employeeId: { kind: "id" },
  employeeName: { kind: "text", isComputed: true, heading: "Employee" },
  employeeDueDate: { kind: "date", isNullable: true, heading: "Employee Due Date" },
  permitDueDate: { kind: "date", isComputed: true, heading: "Permit Due Date" },
  daysUntilDue: { kind: "number", isComputed: true, api: false, heading: "Days Until Due" },
  status: { kind: "option", of: assignmentStatuses, heading: "Status" },
  comment: { kind: "text", isNullable: true },
  urban37PermitNumber: { kind: "text", isComputed: true, heading: "Provider permit number" },
  revisionNumber: { kind: "text", isNullable: true, isComputed: true },
  projectName: { kind: "text", isComputed: true, heading: "Project" },
  cityName: { kind: "text", isComputed: true },
  completedAt: { kind: "moment", isNullable: true },
  createdAt: { kind: "moment" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;

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
export const goesOn = ({ status }: { status: AssignmentStatus }): boolean => status !== "completed";
