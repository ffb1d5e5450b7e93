import { listReviewers, reviewerOption } from "~/models/assignments/reviewer-list.server";
import { formatDate } from "~/models/calendar-date";
import type { Discipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { changePermits } from "~/models/permits/change-permits.server";
import { tickedPermitQuestions } from "~/models/permits/due-date-question";
import { statusOfHold, type TickedPermitChange, tickedPermitChanges } from "~/models/permits/permit";
import { listTickedPermits } from "~/models/permits/ticked-permit.server";
import { assignPermits } from "~/models/plan-checks/assign-permits.server";
import { listUnassigned } from "~/models/plan-checks/unassigned.server";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { type ManyChange, submitMany } from "~/platform/forms/many-form.server";

type Lacking = { unassigned: Discipline[]; isAssigned: boolean };

type TickedPermit = Awaited<ReturnType<typeof listTickedPermits>>[number];

const permits = (count: number) => pluralize(count, "permit", "permits");

export const submitTickedPermits = (request: Request, viewer: Viewer) =>
  submitMany(request, {
    viewer,
    failure: failures.updatePermits,
    nouns: "permits",
    list: "/permits",
    changes: changesBy(viewer),
    readRows: (ids, change) =>
      change === "reviewer" ? listWithLacking(viewer, ids) : listTickedPermits(viewer, ids),
  });

const changesBy = (viewer: Viewer): Record<TickedPermitChange, ManyChange<TickedPermit>> => ({
  hold: {
    title: "Put permits on hold",
    capability: "permit.edit",
    submit: tickedPermitChanges.hold.label,
    undo: "permit",
    command: async (ticks) => ({
      ...(await changePermits(viewer, ticks, { status: statusOfHold })),
      sentence: (count) => `${permits(count)} put on hold`,
    }),
  },
  "due-date": {
    title: "Set the due date of permits",
    capability: "permit.edit",
    submit: tickedPermitChanges["due-date"].label,
    asks: "day",
    label: "Due date",
    missing: "Due date is required",
    questions: (rows, dueDate) => tickedPermitQuestions(dueDate, rows),
    command: async (ticks, dueDate) => ({
      ...(await changePermits(viewer, ticks, { dueDate })),
      sentence: (count) => `${permits(count)} due ${formatDate(dueDate)}`,
    }),
  },
  reviewer: {
    title: "Assign a plan reviewer to permits",
    capability: "assignment.edit",
    submit: "Assign this plan reviewer",
    asks: "choice",
    label: "Plan reviewer",
    hint: "Assigned where a discipline that they are certified in has no plan reviewer. Due with the permit, or in ten days if that is past.",
    missing: "Choose a plan reviewer",
    choices: () => listCertified(viewer),
    command: async (ticks, employeeId) => ({
      ...(await assignPermits(viewer, ticks, employeeId)),
      sentence: (count) => `${permits(count)} assigned`,
    }),
  },
});

async function listWithLacking(viewer: Viewer, ids: number[]): Promise<TickedPermit[]> {
  const lacking = await listUnassigned(viewer, ids);
  return (await listTickedPermits(viewer, ids)).map((permit) => ({
    ...permit,
    detail: `${permit.detail} · ${lackingText(lacking.get(permit.id))}`,
  }));
}

function lackingText({ unassigned, isAssigned }: Lacking = { unassigned: [], isAssigned: true }): string {
  if (unassigned.length > 0) return `lacks ${unassigned.join(", ")}`;
  return isAssigned ? "lacks no plan reviewer" : "nobody is assigned";
}

/** Those who are certified in anything, the least open work first. */
const listCertified = async (viewer: Viewer) =>
  (await listReviewers(viewer))
    .filter(({ disciplines }) => disciplines.length > 0)
    .sort((first, second) => first.open - second.open)
    .map((reviewer) => {
      const { value, label } = reviewerOption(reviewer);
      return { value, label: `${label} · ${reviewer.disciplines.join(", ")}` };
    });
