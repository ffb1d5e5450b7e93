import { bodyOf, type Call, date, figure, id, moment, onceKey, paging, sortedBy, z } from "~/endpoint.server";
import { disciplines } from "~/models/discipline";
import { reviewCycles } from "~/models/permits/permit";
import { toHours } from "~/models/plan-review/time-entry";
import { TimeEntryForm } from "~/models/plan-review/time-entry.form.server";
import type { TimeEntry as StoredEntry } from "~/models/plan-review/time-entry.server";

const noun = "Time entries";

export const TimeEntry = z.object({
  id,
  permitId: id,
  employeeId: id,
  employeeName: z.string(),
  discipline: z.literal(disciplines),
  reviewCycle: z.literal(reviewCycles),
  hoursWorked: z.number().meta({ multipleOf: 0.25 }),
  workDate: date,
  description: z.string().nullable(),
  mayChange: z.boolean(),
  updatedAt: moment,
});

/** Hours are quarters inside. */
export const asTimeEntry = ({ quarterHours, ...entry }: StoredEntry) => ({
  ...entry,
  hoursWorked: toHours(quarterHours),
});

const Fields = TimeEntryForm.extend({
  hoursWorked: figure("Hours are required").pipe(TimeEntryForm.shape.hoursWorked),
  formKey: TimeEntryForm.shape.formKey.meta(onceKey),
});

export const timeEntryCalls = {
  list: {
    method: "GET",
    address: "/api/permits/{id}/time-entries",
    noun,
    summary: "The hours on a permit: your own, or everybody's for an administrator",
    who: "time-entry.read",
    query: z.strictObject({
      ...sortedBy("workDate", "hoursWorked", "employeeName", "discipline", "reviewCycle"),
      ...paging,
    }),
    answer: z.array(TimeEntry),
  },
  create: {
    method: "POST",
    address: "/api/permits/{id}/time-entries",
    noun,
    summary: "Logs hours on a permit, in its current cycle",
    details: "An administrator may name the employeeId whose hours they are.",
    who: "time-entry.write",
    body: bodyOf(Fields, TimeEntry),
    answer: TimeEntry,
    status: 201,
  },
} as const satisfies Record<string, Call>;
