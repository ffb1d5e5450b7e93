import {
  bodyOf,
  type Call,
  changesOf,
  Deleted,
  date,
  figure,
  id,
  moment,
  onceKey,
  paging,
  sortedBy,
  z,
} from "~/endpoint.server";
import { disciplines } from "~/models/discipline";
import { reviewCycles } from "~/models/permits/permit";
import { toHours } from "~/models/plan-review/time-entry";
import { TimeEntryForm, TimeEntryPatch } from "~/models/plan-review/time-entry.form.server";
import type { TimeEntry as StoredEntry } from "~/models/plan-review/time-entry-list.server";

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

const hoursWorked = figure("Hours are required").pipe(TimeEntryForm.shape.hoursWorked);

const Fields = TimeEntryForm.extend({
  hoursWorked,
  formKey: TimeEntryForm.shape.formKey.meta(onceKey),
});

const Changes = TimeEntryPatch.extend({ hoursWorked });

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
  update: {
    method: "PATCH",
    address: "/api/time-entries/{id}",
    noun,
    summary: "Corrects hours: your own on the day they were logged, an administrator anybody's at any time",
    who: "time-entry.write",
    body: changesOf(Changes, TimeEntry),
    answer: TimeEntry,
    refuses: [409],
  },
  remove: {
    method: "DELETE",
    address: "/api/time-entries/{id}",
    noun,
    summary: "Deletes hours, for whom and as long as they can be corrected",
    who: "time-entry.write",
    answer: Deleted,
    refuses: [409],
  },
} as const satisfies Record<string, Call>;
