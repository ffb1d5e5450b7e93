import { listReviewers, reviewerOption } from "~/models/assignments/reviewer-list.server";
import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { tickedPermitQuestions } from "~/models/permits/due-date-question";
import { ChangePermitsSchema } from "~/models/permits/permit.schema.server";
import { changePermits } from "~/models/permits/permit.server";
import { listTickedPermits } from "~/models/permits/ticked-permit.server";
import { assignPermits } from "~/models/plan-checks/assign-permits.server";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { refusalAtField } from "~/models/refusal";
import { submitMany } from "~/platform/forms/many-form.server";

const permits = (count: number) => pluralize(count, "permit", "permits");

export function submitTickedPermits(request: Request, viewer: Viewer) {
  const options = {
    failure: failures.updatePermits,
    nouns: "permits",
    list: "/permits",
    changes: {
      hold: { title: "Put permits on hold", submit: "Put on hold" },
      "due-date": {
        title: "Set the due date of permits",
        submit: "Set due date",
        asks: "day" as const,
        label: "Due date",
      },
      reviewer: {
        title: "Assign a plan reviewer to permits",
        submit: "Assign this plan reviewer",
        asks: "choice" as const,
        label: "Plan reviewer",
        hint: "Gets in each permit the disciplines that lack a plan reviewer and that they are certified in, due with the permit.",
      },
    },
    readRows: (ids: number[]) => listTickedPermits(viewer, ids),
    readChoices: () => listCertified(viewer),
    undoOf: (id: number, change: string) =>
      change === "hold" ? { viewer, kind: "permit" as const, id } : undefined,
    ask: ({ day }: { day?: string | null }, rows: TickedPermit[]) => tickedPermitQuestions(day, rows),
  };
  return submitMany(
    request,
    ChangePermitsSchema,
    options,
    async ({ change, ticked, day: dueDate, choice: employeeId, asked }) => {
      if (change === "hold") {
        const outcome = await changePermits(viewer, ticked, { status: "hold" });
        return { ...outcome, sentence: (count) => `${permits(count)} put on hold` };
      }
      if (!asked) return undefined;
      if (change === "reviewer") {
        if (!employeeId) throw refusalAtField("choice", "Choose a plan reviewer");
        const outcome = await assignPermits(viewer, ticked, employeeId);
        return { ...outcome, sentence: (count) => `${permits(count)} assigned` };
      }
      if (!dueDate) throw refusalAtField("day", "Due date is required");
      const outcome = await changePermits(viewer, ticked, { dueDate });
      return { ...outcome, sentence: (count) => `${permits(count)} due ${formatDate(dueDate)}` };
    },
  );
}

type TickedPermit = Awaited<ReturnType<typeof listTickedPermits>>[number];

/** Those who are certified in anything, the least open work first. */
const listCertified = async (viewer: Viewer) =>
  (await listReviewers(viewer))
    .filter(({ disciplines }) => disciplines.length > 0)
    .sort((first, second) => first.open - second.open)
    .map((reviewer) => {
      const { value, label } = reviewerOption(reviewer);
      return { value, label: `${label} · ${reviewer.disciplines.join(", ")}` };
    });
