import { and, asc, between, desc, eq, ne, or, type SQL, sql, sum } from "drizzle-orm";
import { env } from "~/env.server";
import { record } from "../audit.server";
import { type CalendarDate, dateIn, formatDate } from "../calendar-date";
import { nextMoment, now, today } from "../clock.server";
import { storedColumns } from "../columns";
import { type Connection, db, write } from "../db.server";
import type { Discipline } from "../discipline";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { readPermit, visibleTo } from "../permits/permit-scope.server";
import { displayName } from "../person";
import { allow, may, reach, type Viewer } from "../policy";
import { fieldRefusal, notFound, Refusal } from "../refusal";
import { refuseStale } from "../stale-row.server";
import {
  assignments,
  cities,
  employeeDisciplines,
  employees,
  permits,
  timeEntries,
  users,
} from "../tables.server";
import { isReviewing } from "./reviewer-scope.server";
import {
  daysOf,
  formatHours,
  isMonth,
  monthOf,
  quartersPerDay,
  timeEntryColumns,
  toQuarterHours,
  totalOf,
  totalsOf,
} from "./time-entry";
import type { NewTimeEntry, TimeEntryChanges } from "./time-entry.form.server";

type Stored = typeof timeEntries.$inferSelect;

const columns = storedColumns(timeEntries, timeEntryColumns);
const { employeeId: _employee, updatedAt: _updated, ...sheetColumns } = columns;
const named = { firstName: users.firstName, lastName: users.lastName, email: users.email };

/**
 * The hours on a permit, the latest day first, with totals per discipline and cycle: the viewer's own,
 * or everybody's for an administrator. 404 outside the viewer's sight, 403 without the right.
 */
export async function listTimeEntries(viewer: Viewer, permitId: number) {
  await readPermit(viewer, permitId);
  allow(viewer, "time-entry.read");
  const entries = await readRows(viewer, eq(timeEntries.permitId, permitId));
  return { entries, totals: totalsOf(entries), quarterHours: totalOf(entries) };
}

/** An entry as the list has it; 404 when it is not there, or not the viewer's to read. */
export async function readTimeEntry(viewer: Viewer, id: number): Promise<TimeEntry> {
  allow(viewer, "time-entry.read");
  const [entry] = await readRows(viewer, and(eq(timeEntries.id, id), visibleTo(viewer)) as SQL);
  if (!entry) throw notFound("Time entry");
  return entry;
}

async function readRows(viewer: Viewer, where: SQL) {
  const rows = await db
    .select({ entry: columns, createdAt: timeEntries.createdAt, ...named })
    .from(timeEntries)
    .innerJoin(permits, eq(permits.id, timeEntries.permitId))
    .innerJoin(employees, eq(employees.id, timeEntries.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(where, readableBy(viewer)))
    .orderBy(desc(timeEntries.workDate), desc(timeEntries.id));
  return rows.map(({ entry, createdAt, ...person }) => ({
    ...entry,
    employeeName: displayName(person),
    mayChange:
      may(viewer, "time-entry.write", { isOwn: entry.employeeId === viewer.employeeId }) &&
      isOpenTo(viewer, createdAt),
  }));
}

export type TimeEntry = Awaited<ReturnType<typeof readRows>>[number];

/** Whose hours a viewer may read. */
function readableBy(viewer: Viewer): SQL {
  const isEverybodys = reach(viewer, "time-entry.read") === "all";
  return isEverybodys ? sql`1 = 1` : eq(timeEntries.employeeId, viewer.employeeId ?? -1);
}

/** Own hours are corrected on the day they were logged; afterwards the record stands. */
const isOpenTo = (viewer: Viewer, createdAt: string): boolean =>
  reach(viewer, "time-entry.write") === "all" || dateIn(env.TIME_ZONE, new Date(createdAt)) === today();

/**
 * For whom and which disciplines hours can be logged on a permit: those that a reviewer is certified in
 * and is, or was, assigned on. The viewer's own, or everybody's for an administrator.
 */
export async function listLoggable(viewer: Viewer, permitId: number, connection: Connection = db) {
  allow(viewer, "time-entry.write");
  const isEverybodys = reach(viewer, "time-entry.write") === "all";
  const rows = await connection
    .selectDistinct({ employeeId: employees.id, discipline: assignments.discipline, ...named })
    .from(assignments)
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .innerJoin(
      employeeDisciplines,
      and(
        eq(employeeDisciplines.employeeId, employees.id),
        eq(employeeDisciplines.discipline, assignments.discipline),
      ),
    )
    .where(
      and(
        eq(assignments.permitId, permitId),
        isEverybodys ? undefined : eq(assignments.employeeId, viewer.employeeId ?? -1),
      ),
    )
    .orderBy(asc(users.firstName), asc(users.lastName), asc(employees.id), asc(assignments.discipline));
  return rows.map(({ employeeId, discipline, ...person }) => ({
    employeeId,
    discipline,
    employeeName: displayName(person),
  }));
}

/**
 * Logs hours on a permit, in its current cycle: the viewer's own, or those of the reviewer that an
 * administrator names. Refuses at its field a discipline that the reviewer is not certified in or was
 * never assigned, a day to come and a day of more than 24 hours. A second post of a form key adds none.
 */
export function addTimeEntry(
  viewer: Viewer,
  permitId: number,
  fields: NewTimeEntry,
): Promise<{ id: number }> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    const { hoursWorked, description = null, discipline, workDate } = fields;
    const idempotencyKey = scopedIdempotencyKey(fields.formKey, viewer, permitId);
    const employeeId = fields.employeeId ?? viewer.employeeId;
    allow(viewer, "time-entry.write", { isOwn: employeeId !== null && employeeId === viewer.employeeId });
    const earlier = await findByIdempotencyKey(tx, timeEntries, idempotencyKey);
    if (earlier) return earlier;

    if (employeeId === null || !(await isReviewer(tx, employeeId))) {
      throw fieldRefusal("employeeId", "Please select a reviewer");
    }
    const entry = { permitId, employeeId, discipline, workDate, quarterHours: toQuarterHours(hoursWorked) };
    await refuseDiscipline(tx, viewer, entry);
    await refuseDay(tx, entry);
    const [created] = await tx
      .insert(timeEntries)
      .values({
        ...entry,
        description,
        reviewCycle: permit.reviewCycle,
        idempotencyKey,
        createdAt: now(),
        updatedAt: now(),
      })
      .returning();
    if (!created) throw new Error("The time entry was not inserted");
    await record(tx, viewer, "time-entry.created", null, created);
    return { id: created.id };
  });
}

async function isReviewer(tx: Connection, id: number): Promise<boolean> {
  const [employee] = await tx
    .select({ id: employees.id })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(eq(employees.id, id), isReviewing));
  return employee !== undefined;
}

type Working = { permitId: number; employeeId: number; discipline: Discipline };

async function refuseDiscipline(tx: Connection, viewer: Viewer, entry: Working): Promise<void> {
  const loggable = await listLoggable(viewer, entry.permitId, tx);
  const isLoggable = loggable.some(
    ({ employeeId, discipline }) => employeeId === entry.employeeId && discipline === entry.discipline,
  );
  if (isLoggable) return;
  const who = entry.employeeId === viewer.employeeId ? "You are" : "This reviewer is";
  throw fieldRefusal(
    "discipline",
    `${who} not certified in ${entry.discipline} and assigned to it on this permit`,
  );
}

type Worked = { id?: number; employeeId: number; workDate: CalendarDate; quarterHours: number };

async function refuseDay(
  tx: Connection,
  { id = -1, employeeId, workDate, quarterHours }: Worked,
): Promise<void> {
  if (workDate > today()) throw fieldRefusal("workDate", "The work date cannot be in the future");
  const [row] = await tx
    .select({ logged: sum(timeEntries.quarterHours).mapWith(Number) })
    .from(timeEntries)
    .where(
      and(eq(timeEntries.employeeId, employeeId), eq(timeEntries.workDate, workDate), ne(timeEntries.id, id)),
    );
  const logged = row?.logged ?? 0;
  if (logged + quarterHours <= quartersPerDay) return;
  const already = logged > 0 ? `: ${formatHours(logged)} are already logged on ${formatDate(workDate)}` : "";
  throw fieldRefusal("hoursWorked", `A day has no more than 24 hours${already}`);
}

/**
 * Corrects hours: a reviewer's own on the day they were logged (409 afterwards, 403 another's), anybody's
 * at any time for an administrator. With `seen`, the `updatedAt` of the row that was edited, a row changed
 * meanwhile is refused (409) and carried in the refusal. What is not given stays, and so does the cycle.
 */
export function editTimeEntry(
  viewer: Viewer,
  id: number,
  { hoursWorked, ...changes }: TimeEntryChanges,
  seen?: string,
): Promise<Stored> {
  return write(async (tx) => {
    const entry = await changeable(tx, viewer, id);
    refuseStale(entry, seen, staleEntry, { id, updatedAt: entry.updatedAt });
    const quarterHours = hoursWorked === undefined ? entry.quarterHours : toQuarterHours(hoursWorked);
    const next = { ...entry, ...changes, quarterHours };
    // A certificate that has expired since does not spoil what was right when it was logged.
    if (next.discipline !== entry.discipline) await refuseDiscipline(tx, viewer, next);
    await refuseDay(tx, next);
    const [updated] = await tx
      .update(timeEntries)
      .set({ ...changes, quarterHours, updatedAt: nextMoment(entry.updatedAt) })
      .where(eq(timeEntries.id, id))
      .returning();
    await record(tx, viewer, "time-entry.updated", entry, updated ?? null);
    return updated ?? entry;
  });
}

const staleEntry = "Somebody changed this entry after you opened it. Save again to keep what you typed.";

/** Deletes hours, for whom and as long as they can be corrected. */
export function deleteTimeEntry(viewer: Viewer, id: number): Promise<Stored> {
  return write(async (tx) => {
    const entry = await changeable(tx, viewer, id);
    await tx.delete(timeEntries).where(eq(timeEntries.id, id));
    await record(tx, viewer, "time-entry.deleted", entry, null);
    return entry;
  });
}

async function changeable(tx: Connection, viewer: Viewer, id: number): Promise<Stored> {
  allow(viewer, "time-entry.write");
  const [row] = await tx
    .select({ entry: timeEntries })
    .from(timeEntries)
    .innerJoin(permits, eq(permits.id, timeEntries.permitId))
    .where(and(eq(timeEntries.id, id), visibleTo(viewer)));
  if (!row) throw notFound("Time entry");
  const { entry } = row;
  allow(viewer, "time-entry.write", { isOwn: entry.employeeId === viewer.employeeId });
  if (!isOpenTo(viewer, entry.createdAt)) {
    throw new Refusal(
      409,
      "Time entries can be changed on the day they were logged. Ask an administrator to correct this one.",
    );
  }
  return entry;
}

/**
 * A month of one reviewer, by day: the viewer's own, or the one that an administrator chooses (403 for
 * anybody else's). An invalid month is the current one; without a reviewer there are no days.
 */
export async function monthSheet(
  viewer: Viewer,
  asked: string | null,
  employeeId: number | null = viewer.employeeId,
) {
  allow(viewer, "time-entry.read", { isOwn: employeeId === viewer.employeeId });
  const month = isMonth(asked) ? asked : monthOf(today());
  const reviewer = employeeId === null ? null : await readReviewer(employeeId);
  const entries = await db
    .select({
      ...sheetColumns,
      urban37PermitNumber: permits.urban37PermitNumber,
      revisionNumber: permits.revisionNumber,
      projectName: permits.projectName,
      cityName: cities.cityName,
    })
    .from(timeEntries)
    .innerJoin(permits, eq(permits.id, timeEntries.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(
      and(
        eq(timeEntries.employeeId, reviewer?.id ?? -1),
        between(timeEntries.workDate, `${month}-01`, `${month}-31`),
        visibleTo(viewer),
      ),
    )
    .orderBy(asc(timeEntries.workDate), asc(timeEntries.id));
  return { month, reviewer, days: daysOf(entries), quarterHours: totalOf(entries) };
}

export type MonthSheet = Awaited<ReturnType<typeof monthSheet>>;

async function readReviewer(id: number): Promise<{ id: number; name: string } | null> {
  const [row] = await db
    .select(named)
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(eq(employees.id, id));
  return row ? { id, name: displayName(row) } : null;
}

/** All reviewers whose hours the viewer may choose, also those who have left; null for whom sees own hours. */
export async function listSheets(viewer: Viewer) {
  if (reach(viewer, "time-entry.read") !== "all") return null;
  const rows = await db
    .select({ id: employees.id, isActive: users.isActive, ...named })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(
      or(
        isReviewing,
        sql`exists (select 1 from ${timeEntries} where ${timeEntries.employeeId} = ${employees.id})`,
      ),
    )
    .orderBy(asc(users.firstName), asc(users.lastName), asc(employees.id));
  return rows.map(({ id, isActive, ...person }) => ({
    value: String(id),
    label: isActive ? displayName(person) : `${displayName(person)} (inactive)`,
  }));
}
