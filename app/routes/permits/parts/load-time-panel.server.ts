import { isDone } from "~/models/assignments/assignment";
import type { Assignment } from "~/models/assignments/assignment.server";
import { today } from "~/models/clock.server";
import { isDiscipline } from "~/models/discipline";
import { listTimeEntries, loggableDisciplines, type TimeEntry } from "~/models/hours/time-entry-list.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { reviewerNames } from "~/models/person.server";
import { may, scopeOf, type Viewer } from "~/models/policy";
import { pick } from "~/models/shown-fields";
import { readJustDeleted } from "~/platform/http/toast.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import type { Opened } from "./read-once.server";

export type TimePanelData = NonNullable<Awaited<ReturnType<typeof loadTimePanel>>>;

export async function loadTimePanel(
  viewer: Viewer,
  permit: Permit,
  assignments: Assignment[],
  { request, url }: Opened,
) {
  if (!may(viewer, "time-entry.read")) return null;
  const list = await listTimeEntries(viewer, permit);
  const loggable = loggableDisciplines(viewer, assignments);
  const writesForAll = scopeOf(viewer, "time-entry.write") === "all";
  const disciplines = [...new Set(loggable.map(({ discipline }) => discipline))];
  const reviewers = new Map(loggable.map(({ employeeId, employeeName }) => [employeeId, employeeName]));
  const requested = url.searchParams.get("discipline");
  const ownOpen = assignments
    .filter(({ reviewCycle, status }) => reviewCycle === permit.reviewCycle && !isDone(status))
    .filter(({ employeeId }) => employeeId === viewer.employeeId);
  const [only] = disciplines.length === 1 ? disciplines : [];
  const likely = [requested, ...ownOpen.map(({ discipline }) => discipline), only];
  return {
    ...list,
    entries: await withDeleted(viewer, permit, list.entries.map(shownFields), request),
    disciplines,
    discipline: likely.filter(isDiscipline).find((name) => disciplines.includes(name)),
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

/** In its place. */
async function withDeleted(viewer: Viewer, permit: Permit, entries: TimeLine[], request: Request) {
  const deleted = await readJustDeleted(viewer, request, "time-entry");
  if (deleted?.permitId !== permit.id) return entries;
  const names = await reviewerNames([deleted.employeeId]);
  const employeeName = names.get(deleted.employeeId) ?? "";
  const shown = shownFields({ ...deleted, employeeName, mayChange: false });
  return [...entries, shown].toSorted(
    (first, second) => second.workDate.localeCompare(first.workDate) || second.id - first.id,
  );
}

type ShownEntry = Pick<TimeEntry, "id" | "workDate" | "quarterHours" | "discipline" | "description"> &
  Pick<TimeEntry, "employeeName" | "mayChange">;

const shownFields = (entry: ShownEntry) =>
  pick(entry, "id", "workDate", "quarterHours", "discipline", "description", "employeeName", "mayChange");
