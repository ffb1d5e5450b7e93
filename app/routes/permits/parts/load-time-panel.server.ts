import { isDone } from "~/models/assignments/assignment";
import type { Assignment } from "~/models/assignments/assignment.server";
import { today } from "~/models/clock.server";
import { isDiscipline } from "~/models/discipline";
import { listTimeEntries, loggableDisciplines, type TimeEntry } from "~/models/hours/time-entry-list.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { may, scopeOf, type Viewer } from "~/models/policy";
import { pick } from "~/models/shown-fields";
import { newIdempotencyKey } from "~/platform/secret.server";

export type TimePanelData = NonNullable<Awaited<ReturnType<typeof loadTimePanel>>>;

export async function loadTimePanel(viewer: Viewer, permit: Permit, assignments: Assignment[], url: URL) {
  if (!may(viewer, "time-entry.read")) return null;
  const list = await listTimeEntries(viewer, permit);
  const loggable = loggableDisciplines(viewer, assignments);
  const writesForAll = scopeOf(viewer, "time-entry.write") === "all";
  const disciplines = [...new Set(loggable.map(({ discipline }) => discipline))];
  const reviewers = new Map(loggable.map(({ employeeId, employeeName }) => [employeeId, employeeName]));
  const requested = url.searchParams.get("discipline");
  const ownOpenDiscipline = assignments
    .filter(({ reviewCycle, status }) => reviewCycle === permit.reviewCycle && !isDone(status))
    .find(
      ({ employeeId, discipline }) => employeeId === viewer.employeeId && disciplines.includes(discipline),
    )?.discipline;
  return {
    ...list,
    entries: list.entries.map(shownFields),
    disciplines,
    discipline: isDiscipline(requested) && disciplines.includes(requested) ? requested : ownOpenDiscipline,
    reviewers: writesForAll
      ? [...reviewers].map(([value, label]) => ({ value: String(value), label }))
      : null,
    ownId: viewer.employeeId !== null && reviewers.has(viewer.employeeId) ? viewer.employeeId : undefined,
    today: today(),
    idempotencyKey: newIdempotencyKey(),
    // A page filtered by a discipline that is not one's own offers no writing into another.
    mayLog: isDiscipline(requested) ? disciplines.includes(requested) : loggable.length > 0,
  };
}

export type TimeLine = ReturnType<typeof shownFields>;

const shownFields = (entry: TimeEntry) =>
  pick(entry, "id", "workDate", "quarterHours", "discipline", "description", "employeeName", "mayChange");
