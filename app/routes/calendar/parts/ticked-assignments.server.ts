import {
  isTakenBackBy,
  type TickedAssignmentChange,
  tickedAssignmentChanges,
} from "~/models/assignments/assignment";
import { changeAssignments, completeAssignments } from "~/models/assignments/change-assignments.server";
import { listReviewers, reviewerOption } from "~/models/assignments/reviewer-list.server";
import { listTickedAssignments } from "~/models/assignments/ticked-assignment.server";
import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { tickedReviewQuestions } from "~/models/permits/due-date-question";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { type ManyChange, submitMany } from "~/platform/forms/many-form.server";

type TickedAssignment = Awaited<ReturnType<typeof listTickedAssignments>>[number];

const assignments = (count: number) => pluralize(count, "assignment", "assignments");

export const submitTickedAssignments = (request: Request, viewer: Viewer) =>
  submitMany(request, {
    viewer,
    failure: failures.updateAssignments,
    nouns: "assignments",
    list: "/plan-check-calendar",
    changes: changesBy(viewer),
    readRows: (ids) => listTickedAssignments(viewer, ids),
  });

const changesBy = (viewer: Viewer): Record<TickedAssignmentChange, ManyChange<TickedAssignment>> => ({
  complete: {
    title: "Complete assignments",
    capability: "assignment.work",
    submit: tickedAssignmentChanges.complete.label,
    undo: "assignment",
    command: async (ticks) => ({
      ...(await completeAssignments(viewer, ticks)),
      sentence: (count) => `${assignments(count)} marked as completed`,
    }),
  },
  "due-date": {
    title: "Set the due date of assignments",
    capability: "assignment.edit",
    submit: tickedAssignmentChanges["due-date"].label,
    asks: "day",
    label: "Due date",
    missing: "Due date is required",
    questions: (rows, dueDate) => tickedReviewQuestions(dueDate, rows),
    command: async (ticks, employeeDueDate) => ({
      ...(await changeAssignments(viewer, ticks, { employeeDueDate })),
      sentence: (count) => `${assignments(count)} due ${formatDate(employeeDueDate)}`,
    }),
  },
  reviewer: {
    title: "Give assignments to a plan reviewer",
    capability: "assignment.edit",
    submit: "Give to this plan reviewer",
    asks: "choice",
    label: "Plan reviewer",
    hint: "Certified, the least open work first. Status and notes stay.",
    missing: "Choose a plan reviewer",
    choices: (rows) => certifiedReviewers(viewer, rows),
    questions: decisionsTakenBack,
    command: async (ticks, employeeId) => ({
      ...(await changeAssignments(viewer, ticks, { employeeId })),
      sentence: (count) => `${assignments(count)} given to another plan reviewer`,
    }),
  },
});

function decisionsTakenBack(rows: TickedAssignment[], reviewerId: number): string[] {
  const names = rows
    .filter((row) => isTakenBackBy(reviewerId, row))
    .map(({ name }) => name)
    .join(", ");
  return names ? [`the new plan reviewer decides again, and the decision of ${names} is taken back`] : [];
}

/** Those who may take all of them or, if there are none, at least one; the least open work first. */
async function certifiedReviewers(viewer: Viewer, rows: TickedAssignment[]) {
  const reviewers = (await listReviewers(viewer)).sort((first, second) => first.open - second.open);
  const certifiedIn = (reviewer: (typeof reviewers)[number]) => (row: TickedAssignment) =>
    reviewer.disciplines.includes(row.discipline);
  const ofAll = reviewers.filter((reviewer) => rows.every(certifiedIn(reviewer)));
  const certified = ofAll.length > 0 ? ofAll : reviewers.filter((one) => rows.some(certifiedIn(one)));
  return certified.map(reviewerOption);
}
