import { ChangeAssignmentsSchema } from "~/models/assignments/assignment.schema.server";
import { changeAssignments, completeAssignments } from "~/models/assignments/change-assignments.server";
import { listReviewers, reviewerOption } from "~/models/assignments/reviewer-list.server";
import { listTickedAssignments } from "~/models/assignments/ticked-assignment.server";
import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { tickedReviewQuestions } from "~/models/permits/due-date-question";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { refusalAtField } from "~/models/refusal";
import { submitMany } from "~/platform/forms/many-form.server";

const assignments = (count: number) => pluralize(count, "assignment", "assignments");

export function submitTickedAssignments(request: Request, viewer: Viewer) {
  const options = {
    failure: failures.updateAssignments,
    nouns: "assignments",
    list: "/plan-check-calendar",
    changes: {
      complete: { title: "Complete assignments", submit: "Complete" },
      "due-date": {
        title: "Set the due date of assignments",
        submit: "Set due date",
        asks: "day" as const,
        label: "Due date",
      },
      reviewer: {
        title: "Give assignments to a plan reviewer",
        submit: "Give to this plan reviewer",
        asks: "choice" as const,
        label: "Plan reviewer",
        hint: "Certified, the least open work first. Status and notes stay.",
      },
    },
    readRows: (ids: number[]) => listTickedAssignments(viewer, ids),
    undoOf: (id: number, change: string) =>
      change === "complete" ? { viewer, kind: "assignment" as const, id } : undefined,
    ask: questionsOf,
    readChoices: (rows: TickedAssignment[]) => certifiedReviewers(viewer, rows),
  };
  return submitMany(request, ChangeAssignmentsSchema, options, async (sent) => {
    const { change, ticked, asked, day: employeeDueDate, choice: employeeId } = sent;
    if (change === "complete") {
      const outcome = await completeAssignments(viewer, ticked);
      return { ...outcome, sentence: (count) => `${assignments(count)} marked as completed` };
    }
    if (!asked) return undefined;
    if (change === "reviewer") {
      if (!employeeId) throw refusalAtField("choice", "Choose a plan reviewer");
      const outcome = await changeAssignments(viewer, ticked, { employeeId });
      return { ...outcome, sentence: (count) => `${assignments(count)} given to another plan reviewer` };
    }
    if (!employeeDueDate) throw refusalAtField("day", "Due date is required");
    const outcome = await changeAssignments(viewer, ticked, { employeeDueDate });
    return { ...outcome, sentence: (count) => `${assignments(count)} due ${formatDate(employeeDueDate)}` };
  });
}

type TickedAssignment = Awaited<ReturnType<typeof listTickedAssignments>>[number];
type Sent = { change: string; day?: string | null; choice?: number };

function questionsOf({ change, day, choice }: Sent, rows: TickedAssignment[]): string[] {
  if (change === "due-date") return tickedReviewQuestions(day, rows);
  if (change !== "reviewer" || !choice) return [];
  const decided = rows.filter(
    ({ decision, usesCorrections, isFinished, employeeId }) =>
      decision !== null && usesCorrections && !isFinished && employeeId !== choice,
  );
  const names = decided.map(({ name }) => name).join(", ");
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
