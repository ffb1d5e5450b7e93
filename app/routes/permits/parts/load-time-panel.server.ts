import { idIn, keptParameters, pageAddress } from "~/models/address";
import { today } from "~/models/clock.server";
import { isDiscipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { Assignment } from "~/models/plan-review/assignment.server";
import { TimeEntryEditSchema, TimeEntrySchema } from "~/models/plan-review/time-entry.schema.server";
import { addTimeEntry, deleteTimeEntry, editTimeEntry } from "~/models/plan-review/time-entry.server";
import {
  listTimeEntries,
  loggableDisciplines,
  type TimeEntry,
} from "~/models/plan-review/time-entry-list.server";
import { may, scopeOf, type Viewer } from "~/models/policy";
import { newIdempotencyKey } from "~/models/secret.server";
import { pick } from "~/models/shown-fields";
import { formReturningTo, type RowRequest } from "~/page-forms.server";

const form = formReturningTo<RowRequest>(({ url }) => `${pageAddress(url, keptParameters.permit)}#time`);

const failure = failures.logTimeEntry;

export const timeForms = {
  "dialog=edit-time": form({
    schema: TimeEntryEditSchema,
    failure,
    command: ({ viewer, url }, { updatedAt, ...changes }) =>
      editTimeEntry(viewer, idIn(url, "entryId"), changes, updatedAt),
    says: "Time entry updated",
  }),
  "dialog=delete-time": form({
    failure,
    command: ({ viewer, url }) => deleteTimeEntry(viewer, idIn(url, "entryId")),
    says: "Time entry deleted",
  }),
  time: form({
    schema: TimeEntrySchema,
    failure,
    command: ({ viewer, id }, fields) => addTimeEntry(viewer, id, fields),
    says: "Time entry logged",
  }),
};

export type TimePanelData = NonNullable<Awaited<ReturnType<typeof loadTimePanel>>>;

export async function loadTimePanel(viewer: Viewer, permit: Permit, assignments: Assignment[], url: URL) {
  if (!may(viewer, "time-entry.read")) return null;
  const list = await listTimeEntries(viewer, permit);
  const loggable = loggableDisciplines(viewer, assignments);
  const writesForAll = scopeOf(viewer, "time-entry.write") === "all";
  const disciplines = [...new Set(loggable.map(({ discipline }) => discipline))];
  const reviewers = new Map(loggable.map(({ employeeId, employeeName }) => [employeeId, employeeName]));
  const requested = url.searchParams.get("discipline");
  const entryId = idIn(url, "entryId");
  const dialog = url.searchParams.get("dialog");
  const entry = list.entries.find(({ id }) => id === entryId) ?? null;
  return {
    ...list,
    entries: list.entries.map(shownFields),
    disciplines,
    discipline: isDiscipline(requested) && disciplines.includes(requested) ? requested : undefined,
    reviewers: writesForAll
      ? [...reviewers].map(([value, label]) => ({ value: String(value), label }))
      : null,
    ownId: viewer.employeeId !== null && reviewers.has(viewer.employeeId) ? viewer.employeeId : undefined,
    today: today(),
    idempotencyKey: newIdempotencyKey(),
    // A page filtered by a discipline that is not one's own offers no writing into another.
    mayLog: isDiscipline(requested) ? disciplines.includes(requested) : loggable.length > 0,
    // The dialog stays open when the entry can no longer be changed: the typed text is not lost.
    editing: dialog === "edit-time" ? entry : null,
    deleting: dialog === "delete-time" ? entry : null,
  };
}

export type TimeLine = ReturnType<typeof shownFields>;

/** Each page has all entries. */
const shownFields = (entry: TimeEntry) =>
  pick(entry, "id", "workDate", "quarterHours", "discipline", "description", "employeeName", "mayChange");
