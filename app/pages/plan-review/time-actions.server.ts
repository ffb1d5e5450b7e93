import { submit } from "~/form.server";
import { today } from "~/models/clock.server";
import { isDiscipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { NoFields } from "~/models/permits/permit.form.server";
import {
  type NewTimeEntry,
  TimeEntryEditForm,
  TimeEntryForm,
} from "~/models/plan-review/time-entry.form.server";
import {
  addTimeEntry,
  deleteTimeEntry,
  editTimeEntry,
  listLoggable,
  listTimeEntries,
  type TimeEntry,
} from "~/models/plan-review/time-entry.server";
import { may, reach, type Viewer } from "~/models/policy";
import { newFormKey } from "~/models/secret.server";
import { redirectWithSuccess } from "~/toast.server";

const dialogs = ["edit-time", "delete-time"];

/** Whether an address is that of a form of the time panel. */
export const isTimeAddress = ({ searchParams }: URL): boolean =>
  searchParams.has("time") || dialogs.includes(searchParams.get("dialog") ?? "");

type TimeRequest = { request: Request; viewer: Viewer; id: number; url: URL; page: string };

/** Whatever the time panel of a permit sends; each form leads back to the panel on its page. */
export function timeAction({ request, viewer, id, url, page }: TimeRequest) {
  const options = { failure: failures.logTimeEntry };
  const entryId = Number(url.searchParams.get("entryId"));
  const done = (description: string) => redirectWithSuccess(`${page}#time`, description);
  switch (url.searchParams.get("dialog")) {
    case "edit-time": {
      const save = async ({ updatedAt, ...changes }: TimeEntryEditForm) => {
        await editTimeEntry(viewer, entryId, changes, updatedAt);
        return done("Time entry updated");
      };
      return submit(request, TimeEntryEditForm, save, options);
    }
    case "delete-time": {
      const remove = async () => {
        await deleteTimeEntry(viewer, entryId);
        return done("Time entry deleted");
      };
      return submit(request, NoFields, remove, options);
    }
    default: {
      const add = async (fields: NewTimeEntry) => {
        await addTimeEntry(viewer, id, fields);
        return done("Time entry logged");
      };
      return submit(request, TimeEntryForm, add, options);
    }
  }
}

export type TimePanelData = NonNullable<Awaited<ReturnType<typeof loadTimePanel>>>;

/** The time panel of a permit at an address; null for those who may not see hours. */
export async function loadTimePanel(viewer: Viewer, permit: { id: number }, url: URL) {
  if (!may(viewer, "time-entry.read")) return null;
  const list = await listTimeEntries(viewer, permit.id);
  const loggable = await listLoggable(viewer, permit.id);
  const isEverybodys = reach(viewer, "time-entry.write") === "all";
  const disciplines = [...new Set(loggable.map(({ discipline }) => discipline))];
  const reviewers = new Map(loggable.map(({ employeeId, employeeName }) => [employeeId, employeeName]));
  const asked = url.searchParams.get("discipline");
  const entryId = Number(url.searchParams.get("entryId"));
  const dialog = url.searchParams.get("dialog");
  const entry = list.entries.find(({ id }) => id === entryId) ?? null;
  return {
    ...list,
    entries: list.entries.map(lineOf),
    disciplines,
    discipline: isDiscipline(asked) && disciplines.includes(asked) ? asked : undefined,
    reviewers: isEverybodys
      ? [...reviewers].map(([value, label]) => ({ value: String(value), label }))
      : null,
    ownId: viewer.employeeId !== null && reviewers.has(viewer.employeeId) ? viewer.employeeId : undefined,
    today: today(),
    formKey: newFormKey(),
    mayLog: loggable.length > 0,
    // The dialog stays open when the day is over: what was typed in it must not go with it.
    editing: dialog === "edit-time" ? entry : null,
    deleting: dialog === "delete-time" ? entry : null,
  };
}

export type TimeLine = ReturnType<typeof lineOf>;

/** An entry as the panel lists it: every page carries all of them, so only what is shown. */
function lineOf({ id, workDate, quarterHours, discipline, description, employeeName, mayChange }: TimeEntry) {
  return { id, workDate, quarterHours, discipline, description, employeeName, mayChange };
}
