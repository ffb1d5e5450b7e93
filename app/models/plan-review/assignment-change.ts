import { type CalendarDate, formatDate } from "../calendar-date";
import type { Discipline } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import { type AssignmentStatus, assignmentStatuses } from "./assignment";

/** As it was and as it is. */
export type Pair<Value> = [before: Value | null, after: Value | null];

/** What became of an assignment; what is not there did not change. */
export type AssignmentChange = {
  kind: "created" | "updated" | "removed";
  discipline: Discipline;
  reviewCycle: ReviewCycle;
  /** The reviewer's name before and after: nobody before it was given, and nobody once it is taken away. */
  employee: Pair<string>;
  employeeDueDate?: Pair<CalendarDate>;
  status?: Pair<AssignmentStatus>;
  comment?: Pair<string>;
};

/** A change in words: 'Fire (PC2, Maria Lopez) completed, notes written'. Notes themselves are not told. */
export function changeText(change: AssignmentChange): string {
  const { kind, discipline, reviewCycle, employee, employeeDueDate, status, comment } = change;
  const [former, reviewer] = employee;
  const given = `${discipline} (${reviewCycle})`;
  if (kind === "removed") return `${given} taken away from ${former}`;
  const more = [statusText(status), dueText(employeeDueDate), notesText(comment)].filter(Boolean);
  if (kind === "created") return [`${given} given to ${reviewer}`, ...more].join(", ");
  if (former !== reviewer) return [`${given} given to ${reviewer} instead of ${former}`, ...more].join(", ");
  const whose = reviewer ? `${discipline} (${reviewCycle}, ${reviewer})` : given;
  return `${whose} ${more.join(", ") || "changed"}`;
}

function statusText([before, after]: Pair<AssignmentStatus> = [null, null]): string | undefined {
  if (after === "completed") return "completed";
  if (after === "in_progress") return before === "completed" ? "opened again" : "started";
  // What is new is assigned, which goes without saying.
  return before && after ? `set back to ${assignmentStatuses[after].label}` : undefined;
}

function dueText([before, after]: Pair<CalendarDate> = [null, null]): string | undefined {
  if (!after) return before ? "without a due date" : undefined;
  return `due ${formatDate(after)}${before ? ` instead of ${formatDate(before)}` : ""}`;
}

function notesText([before, after]: Pair<string> = [null, null]): string | undefined {
  if (!after) return before ? "notes removed" : undefined;
  return before ? "notes changed" : "notes written";
}
