import { timeEntryColumns, toHours } from "~/models/hours/time-entry";
import { TimeEntryPatch, TimeEntrySchema } from "~/models/hours/time-entry.schema.server";
import { addTimeEntry, deleteTimeEntry, editTimeEntry } from "~/models/hours/time-entry.server";
import {
  listTimeEntries,
  readTimeEntry,
  type TimeEntry as StoredEntry,
} from "~/models/hours/time-entry-list.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { z } from "~/models/schema.server";
import {
  changesSchema,
  creationSchema,
  endpointsOf,
  jsonNumber,
  listQuery,
} from "~/platform/api/endpoint.server";
import { responseSchema } from "~/platform/api/response-schema.server";

const TimeEntry = responseSchema(timeEntryColumns);

const toTimeEntry = ({ quarterHours, ...entry }: StoredEntry) => ({
  ...entry,
  hoursWorked: toHours(quarterHours),
});

const hoursWorked = jsonNumber("Hours are required").pipe(TimeEntrySchema.shape.hoursWorked);

const timeEntries = endpointsOf({
  noun: "Time entries",
  isCheckedInScope: true,
  response: TimeEntry,
  readRow: async ({ viewer, id }) => toTimeEntry(await readTimeEntry(viewer, id)),
});

export const timeEntryEndpoints = [
  timeEntries.get("/api/permits/{id}/time-entries", {
    summary: "The hours on a permit: your own, or all of them for an administrator",
    who: "time-entry.read",
    query: listQuery(["workDate", "hoursWorked", "employeeName", "discipline", "reviewCycle"]),
    response: z.array(TimeEntry),
    handle: async ({ viewer, id }) => {
      const { entries } = await listTimeEntries(viewer, await readPermit(viewer, id));
      return entries.map(toTimeEntry);
    },
  }),
  timeEntries.create("/api/permits/{id}/time-entries", {
    summary: "Logs hours on a permit, in its current cycle",
    details: "An administrator can log hours for another employee by sending employeeId.",
    who: "time-entry.write",
    body: creationSchema(TimeEntrySchema.extend({ hoursWorked }), TimeEntry),
    change: ({ viewer, id, body }) => addTimeEntry(viewer, id, body),
  }),
  timeEntries.patch("/api/time-entries/{id}", {
    summary:
      "Corrects hours: your own on the day they were logged; an administrator can correct all, any time",
    who: "time-entry.write",
    body: changesSchema(TimeEntryPatch.extend({ hoursWorked }), TimeEntry),
    change: ({ viewer, id, body: { updatedAt, ...changes } }) =>
      editTimeEntry(viewer, id, changes, updatedAt),
  }),
  timeEntries.remove("/api/time-entries/{id}", {
    summary: "Deletes hours, by the same rules as correcting them",
    who: "time-entry.write",
    refuses: [409],
    change: ({ viewer, id }) => deleteTimeEntry(viewer, id),
    says: "Time entry deleted",
  }),
];
