import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { dateIn } from "../calendar-date";
import { today } from "../clock.server";
import { storedColumns } from "../columns";
import { type Connection, db } from "../db.server";
import { readPermit, visibleTo } from "../permits/permit-scope.server";
import { displayName } from "../person";
import { nameColumns } from "../person.server";
import { allow, may, reach, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { assignments, employeeDisciplines, employees, permits, timeEntries, users } from "../tables.server";
import { totalOf, totalsOf } from "./time-entry";
import { timeEntryColumns } from "./time-entry-columns";

const entryColumns = storedColumns(timeEntries, timeEntryColumns);

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
    .select({ entry: entryColumns, createdAt: timeEntries.createdAt, ...nameColumns })
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
export const isOpenTo = (viewer: Viewer, createdAt: string): boolean =>
  reach(viewer, "time-entry.write") === "all" || dateIn(env.TIME_ZONE, new Date(createdAt)) === today();

/**
 * For whom and which disciplines hours can be logged on a permit: those that a reviewer is certified in
 * and is, or was, assigned on. The viewer's own, or everybody's for an administrator.
 */
export async function listLoggable(viewer: Viewer, permitId: number, connection: Connection = db) {
  allow(viewer, "time-entry.write");
  const isEverybodys = reach(viewer, "time-entry.write") === "all";
  const rows = await connection
    .selectDistinct({ employeeId: employees.id, discipline: assignments.discipline, ...nameColumns })
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
