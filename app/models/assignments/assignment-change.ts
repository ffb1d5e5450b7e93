import { type CalendarDate, formatDate } from "../calendar-date";
import type { ApprovalWording } from "../cities/approval-wording";
import { type Decision, decisionLabel } from "../corrections/decision";
import type { Discipline } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import { type AssignmentStatus, assignmentStatuses } from "./assignment";

export type Pair<Value> = [before: Value | null, after: Value | null];

/** A field that did not change is absent. */
export type AssignmentChange = {
  kind: "created" | "updated" | "removed";
  discipline: Discipline;
  reviewCycle: ReviewCycle;
  employee: Pair<string>;
  employeeDueDate?: Pair<CalendarDate>;
  status?: Pair<AssignmentStatus>;
  decision?: Pair<Decision>;
  comment?: Pair<string>;
  returnRemark?: Pair<string>;
};

/** Returns 'Fire (PC2, Maria Lopez) completed, notes added', without the notes themselves. */
export function changeText(change: AssignmentChange, approvalWording: ApprovalWording = "approved"): string {
  const { kind, discipline, reviewCycle, employee, employeeDueDate, status, decision, comment } = change;
  const isReturned = Boolean(change.returnRemark?.[1]);
  const [formerReviewer, reviewer] = employee;
  const review = `${discipline} (${reviewCycle})`;
  if (kind === "removed") return `${review} unassigned from ${formerReviewer}`;
  const details = [
    isReturned
      ? "returned to the plan reviewer"
      : (decisionText(decision, approvalWording) ?? statusText(status)),
    dueText(employeeDueDate),
    notesText(comment),
  ].filter(Boolean);
  if (kind === "created") return [`${review} assigned to ${reviewer}`, ...details].join(", ");
  if (formerReviewer !== reviewer) {
    return [`${review} assigned to ${reviewer} instead of ${formerReviewer}`, ...details].join(", ");
  }
  const subject = reviewer ? `${discipline} (${reviewCycle}, ${reviewer})` : review;
  return `${subject} ${details.join(", ") || "changed"}`;
}

function decisionText([before, after]: Pair<Decision> = [null, null], approvalWording: ApprovalWording) {
  if (after) return `decided: ${decisionLabel(after, approvalWording)}`;
  return before ? `decision ${decisionLabel(before, approvalWording)} taken back` : undefined;
}

function statusText([before, after]: Pair<AssignmentStatus> = [null, null]): string | undefined {
  if (after === "completed") return "completed";
  if (after === "in_progress") return before === "completed" ? "reopened" : "started";
  // "Assigned" is the default of a new assignment.
  return before && after ? `set back to ${assignmentStatuses[after].label}` : undefined;
}

function dueText([before, after]: Pair<CalendarDate> = [null, null]): string | undefined {
  if (!after) return before ? "without a due date" : undefined;
  return `due ${formatDate(after)}${before ? ` instead of ${formatDate(before)}` : ""}`;
}

function notesText([before, after]: Pair<string> = [null, null]): string | undefined {
  if (!after) return before ? "notes removed" : undefined;
  return before ? "notes changed" : "notes added";
}
