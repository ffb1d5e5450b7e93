import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { tickedPermitQuestions } from "~/models/permits/due-date-question";
import { ChangePermitsSchema } from "~/models/permits/permit.schema.server";
import { changePermits } from "~/models/permits/permit.server";
import { listTickedPermits } from "~/models/permits/ticked-permit.server";
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
    },
    readRows: (ids: number[]) => listTickedPermits(viewer, ids),
    undoOf: (id: number) => ({ viewer, kind: "permit" as const, id }),
    ask: ({ day }: { day?: string | null }, rows: TickedPermit[]) => tickedPermitQuestions(day, rows),
  };
  return submitMany(
    request,
    ChangePermitsSchema,
    options,
    async ({ change, ticked, day: dueDate, asked }) => {
      if (change === "hold") {
        const outcome = await changePermits(viewer, ticked, { status: "hold" });
        return { ...outcome, sentence: (count) => `${permits(count)} put on hold` };
      }
      if (!asked) return undefined;
      if (!dueDate) throw refusalAtField("day", "Due date is required");
      const outcome = await changePermits(viewer, ticked, { dueDate });
      return { ...outcome, sentence: (count) => `${permits(count)} due ${formatDate(dueDate)}` };
    },
  );
}

type TickedPermit = Awaited<ReturnType<typeof listTickedPermits>>[number];
