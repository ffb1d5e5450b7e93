import { and, eq, ne, sum } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { listAssignments } from "../assignments/assignment.server";
import { isSamePair, type NewAssignment, reviewersSql } from "../assignments/reviewer-list.server";
import { record } from "../audit.server";
import { type CalendarDate, formatDate } from "../calendar-date";
import { changeRow, insertRow } from "../change-row.server";
import { today } from "../clock.server";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { type Permit, readPermit, visibleTo } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { foundRow, notFound, Refusal, refusalAtField } from "../refusal";
import { pick } from "../shown-fields";
import { refuseStale } from "../stale-row.server";
import { employees, permits, timeEntries, users } from "../tables.server";
import { keepUndo, keptRow, restoreRows, type TakeBack } from "../undo.server";
import { formatHours, quartersPerDay, toQuarterHours } from "./time-entry";
import type { NewTimeEntry, TimeEntryChanges } from "./time-entry.schema.server";
import { isWithinEditPeriod, loggableDisciplines } from "./time-entry-list.server";

type Stored = typeof timeEntries.$inferSelect;

export const addTimeEntry = (viewer: Viewer, permitId: number, fields: NewTimeEntry) =>
  write(async (tx) => pick(await logTime(tx, viewer, permitId, fields), "id"));

/** `entry` is undefined if an earlier request with its key has logged it. */
export async function logTime(tx: Connection, viewer: Viewer, permitId: number, fields: NewTimeEntry) {
  const permit = await readPermit(viewer, permitId, tx);
  const { formKey, ...sent } = fields;
  const { hoursWorked, description = null, discipline, workDate } = sent;
  const idempotencyKey = scopedIdempotencyKey(formKey, viewer, permitId);
  const employeeId = sent.employeeId ?? viewer.employeeId;
  allow(viewer, "time-entry.write", { isOwn: employeeId !== null && employeeId === viewer.employeeId });
  const earlier = await findByIdempotencyKey(tx, timeEntries, idempotencyKey, sent);
  if (earlier) return { id: earlier.id, entry: undefined };

  if (employeeId === null || !(await isReviewer(tx, employeeId))) {
    throw refusalAtField("employeeId", "Please select a plan reviewer");
  }
  const entry = { permitId, employeeId, discipline, workDate, quarterHours: toQuarterHours(hoursWorked) };
  await refuseUnassignedDiscipline(tx, viewer, permit, entry);
  await refuseInvalidDay(tx, entry);
  const { reviewCycle } = permit;
  const created = await insertRow(tx, timeEntries, { ...entry, description, reviewCycle, idempotencyKey });
  await record(tx, viewer, "time-entry.created", null, created);
  return { id: created.id, entry: created };
}

async function isReviewer(tx: Connection, id: number): Promise<boolean> {
  const [employee] = await tx
    .select({ id: employees.id })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(eq(employees.id, id), reviewersSql));
  return employee !== undefined;
}

async function refuseUnassignedDiscipline(
  tx: Connection,
  viewer: Viewer,
  permit: Permit,
  entry: NewAssignment,
) {
  const loggable = loggableDisciplines(viewer, await listAssignments(viewer, permit, tx));
  if (loggable.some((pair) => isSamePair(pair, entry))) return;
  const subject = entry.employeeId === viewer.employeeId ? "You" : "This plan reviewer";
  const duty = `be certified in ${entry.discipline} and assigned to it on this permit`;
  throw refusalAtField("discipline", `${subject} must ${duty}`);
}

type DayEntry = { id?: number; employeeId: number; workDate: CalendarDate; quarterHours: number };

async function refuseInvalidDay(tx: Connection, { id = -1, employeeId, workDate, quarterHours }: DayEntry) {
  if (workDate > today()) throw refusalAtField("workDate", "The work date cannot be in the future");
  const [row] = await tx
    .select({ logged: sum(timeEntries.quarterHours).mapWith(Number) })
    .from(timeEntries)
    .where(
      and(eq(timeEntries.employeeId, employeeId), eq(timeEntries.workDate, workDate), ne(timeEntries.id, id)),
    );
  const logged = row?.logged ?? 0;
  if (logged + quarterHours <= quartersPerDay) return;
  const already = logged > 0 ? `: ${formatHours(logged)} are already logged on ${formatDate(workDate)}` : "";
  throw refusalAtField("hoursWorked", `A day has no more than 24 hours${already}`);
}

export function editTimeEntry(
  viewer: Viewer,
  id: number,
  changes: TimeEntryChanges,
  expectedVersion?: string,
) {
  return write((tx) => changeTimeEntry(tx, viewer, id, changes, expectedVersion));
}

export async function changeTimeEntry(
  tx: Connection,
  viewer: Viewer,
  id: number,
  { hoursWorked, ...changes }: TimeEntryChanges,
  expectedVersion?: string,
) {
  const entry = await readChangeable(tx, viewer, id);
  await refuseStale(entry, expectedVersion, staleEntry, { id, updatedAt: entry.updatedAt });
  const quarterHours = hoursWorked === undefined ? entry.quarterHours : toQuarterHours(hoursWorked);
  const next = { ...entry, ...changes, quarterHours };
  // Hours stay valid when the reviewer later loses the certification.
  if (next.discipline !== entry.discipline) {
    await refuseUnassignedDiscipline(tx, viewer, await readPermit(viewer, entry.permitId, tx), next);
  }
  await refuseInvalidDay(tx, next);
  const updated = await changeRow(tx, timeEntries, entry, { ...changes, quarterHours });
  await record(tx, viewer, "time-entry.updated", entry, updated);
  return updated;
}

const staleEntry =
  "Another user changed this entry after you opened it. Save again to replace their version.";

export const deleteTimeEntry = (viewer: Viewer, id: number): Promise<Stored> =>
  write(async (tx) => {
    const entry = await removeTimeEntry(tx, viewer, id);
    await keepUndo(tx, viewer, "time-entry", {
      rows: [{ table: "timeEntries", before: entry, after: null }],
    });
    return entry;
  });

export async function removeTimeEntry(
  tx: Connection,
  viewer: Viewer,
  id: number,
  expectedVersion?: string,
): Promise<Stored> {
  const entry = await readChangeable(tx, viewer, id);
  await refuseStale(entry, expectedVersion, staleEntry, { id, updatedAt: entry.updatedAt });
  await tx.delete(timeEntries).where(eq(timeEntries.id, id));
  await record(tx, viewer, "time-entry.deleted", entry, null);
  return entry;
}

export const restoreTimeEntry: TakeBack = async (tx, viewer, change) => {
  const { before: entry } = keptRow(change, "timeEntries");
  if (!entry) throw notFound("Time entry");
  await readPermit(viewer, entry.permitId, tx);
  allow(viewer, "time-entry.write", { isOwn: entry.employeeId === viewer.employeeId });
  await refuseInvalidDay(tx, entry);
  await restoreRows(tx, change);
  await record(tx, viewer, "time-entry.restored", null, entry);
};

async function readChangeable(tx: Connection, viewer: Viewer, id: number): Promise<Stored> {
  allow(viewer, "time-entry.write");
  const rows = await tx
    .select({ entry: timeEntries })
    .from(timeEntries)
    .innerJoin(permits, eq(permits.id, timeEntries.permitId))
    .where(and(eq(timeEntries.id, id), visibleTo(viewer)));
  const { entry } = foundRow(rows, "Time entry");
  allow(viewer, "time-entry.write", { isOwn: entry.employeeId === viewer.employeeId });
  if (!isWithinEditPeriod(viewer, entry.createdAt)) {
    throw new Refusal(
      409,
      "Time entries can be changed on the day they were logged. Ask an administrator to correct this one.",
    );
  }
  return entry;
}
