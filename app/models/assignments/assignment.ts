import { addDays, type CalendarDate } from "../calendar-date";
import type { Columns } from "../columns";
import { decisions } from "../corrections/decision";
import { disciplines } from "../discipline";
import { optionsOf, valuesOf, valuesWhere } from "../options";
import { dueStatus } from "../permits/due-date";
import { type PermitStatus, permitStatuses, reviewCycles } from "../permits/permit";
import type { Tone } from "../tone";

export const assignmentStatuses = {
  assigned: { label: "Assigned", tone: "grey", isDone: false },
  in_progress: { label: "In Progress", tone: "blue", isDone: false },
  completed: { label: "Completed", tone: "green", isDone: true },
} as const satisfies Record<string, { label: string; tone: Tone; isDone: boolean }>;

export type AssignmentStatus = keyof typeof assignmentStatuses;
export const assignmentStatusOptions = optionsOf(assignmentStatuses);
export const assignmentStatusValues = valuesOf(assignmentStatuses);
export const openAssignmentStatuses = valuesWhere(assignmentStatuses, ({ isDone }) => !isDone);
export const isDone = (status: AssignmentStatus): boolean => assignmentStatuses[status].isDone;

/** What ticked assignments can get at once; their reviewers complete them. */
export const tickedAssignmentChanges = {
  complete: { label: "Complete" },
  "due-date": { label: "Set due date" },
  reviewer: { label: "Give to another" },
};

export type TickedAssignmentChange = keyof typeof tickedAssignmentChanges;

type Decided = { decision: string | null; employeeId: number; usesCorrections: boolean; isFinished: boolean };

/** Another reviewer decides again; while the city does not use corrections, a decision stays with its row. */
export const isTakenBackBy = (
  reviewerId: number,
  { decision, employeeId, usesCorrections, isFinished }: Decided,
): boolean => decision !== null && employeeId !== reviewerId && usesCorrections && !isFinished;

/** The permit's due date or, if that has passed, ten days from today. */
export const reviewerDueDate = (permitDueDate: CalendarDate, today: CalendarDate): CalendarDate =>
  permitDueDate >= today ? permitDueDate : addDays(today, 10);

type DueAssignment = {
  status: AssignmentStatus;
  employeeDueDate: CalendarDate | null;
  permitStatus: PermitStatus;
};

export function assignmentDue({ status, employeeDueDate, permitStatus }: DueAssignment, today: CalendarDate) {
  if (isDone(status) || employeeDueDate === null || permitStatuses[permitStatus].pause) return undefined;
  return dueStatus(employeeDueDate, today);
}

export const isOverdue = (assignment: DueAssignment, today: CalendarDate): boolean =>
  (assignmentDue(assignment, today)?.days ?? 0) < 0;

export const assignmentColumns = {
  id: { kind: "id" },
  permitId: { kind: "id" },
  reviewCycle: { kind: "option", of: reviewCycles },
  discipline: { kind: "option", of: disciplines, heading: "Discipline" },
  employeeId: { kind: "id" },
  employeeName: { kind: "text", isComputed: true, heading: "Employee" },
  employeeDueDate: { kind: "date", isNullable: true, heading: "Employee Due Date" },
  permitDueDate: { kind: "date", isComputed: true, heading: "Permit Due Date" },
  permitStatus: { kind: "option", of: permitStatuses, isComputed: true },
  daysUntilDue: { kind: "number", isComputed: true, api: false, heading: "Days Until Due" },
  status: { kind: "option", of: assignmentStatuses, heading: "Status" },
  comment: { kind: "text", isNullable: true },
  urban37PermitNumber: { kind: "text", isComputed: true, heading: "Provider permit number" },
  revisionNumber: { kind: "text", isNullable: true, isComputed: true },
  projectName: { kind: "text", isComputed: true, heading: "Project" },
  cityName: { kind: "text", isComputed: true },
  completedAt: { kind: "moment", isNullable: true },
  decision: { kind: "option", of: decisions, isNullable: true },
  decidedAt: { kind: "moment", isNullable: true },
  createdAt: { kind: "moment" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;

export const withoutDecision = {
  decision: null,
  decidedAt: null,
  decidedById: null,
  decisionReason: null,
} as const;

export const toBeDecided = { ...withoutDecision, status: "in_progress", completedAt: null } as const;
