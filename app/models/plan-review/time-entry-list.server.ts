import { and, desc, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { dateIn } from "../calendar-date";
import { today } from "../clock.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { compareNames } from "../fold-text";
import { type Permit, visibleTo } from "../permits/permit-scope.server";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import { allow, may, type Reach, reach, type Viewer } from "../policy";
import { preparedFor } from "../prepared.server";
import { notFound } from "../refusal";
import { employees, permits, timeEntries, users } from "../tables.server";
import type { Assignment } from "./assignment.server";
import { totalOf, totalsOf } from "./time-entry";
import { timeEntryColumns } from "./time-entry-columns";

const entryColumns = storedColumns(timeEntries, timeEntryColumns);

/**
 * Returns the hours on a permit, the latest day first, with totals per discipline and cycle. Reviewers receive
 * their own hours, administrators all. Throws 403 when the viewer may not read hours.
 */
export async function listTimeEntries(viewer: Viewer, permit: Permit) {
  allow(viewer, "time-entry.read");
  const values = { permitId: permit.id, employeeId: employeeOf(viewer) };
  const rows = await entriesFor(reach(viewer, "time-entry.read")).execute(values);
  const entries = rows.map(entryFor(viewer));
  return { entries, totals: totalsOf(entries), quarterHours: totalOf(entries) };
}

/** Returns a time entry as in the list. Throws 404 when it does not exist or the viewer may not read it. */
export async function readTimeEntry(viewer: Viewer, id: number): Promise<TimeEntry> {
  allow(viewer, "time-entry.read");
  const isReadable = readableWithin(reach(viewer, "time-entry.read"), employeeOf(viewer));
  const [row] = await selectRows(and(eq(timeEntries.id, id), visibleTo(viewer), isReadable) as SQL);
  if (!row) throw notFound("Time entry");
  return entryFor(viewer)(row);
}

const entriesFor = preparedFor((scope: Reach) => {
  const isReadable = readableWithin(scope, sql.placeholder("employeeId"));
  return selectRows(and(eq(timeEntries.permitId, sql.placeholder("permitId")), isReadable) as SQL).prepare();
});

const selectRows = (where: SQL) =>
  db
    .select({ entry: entryColumns, createdAt: timeEntries.createdAt, ...nameColumns })
    .from(timeEntries)
    .innerJoin(permits, eq(permits.id, timeEntries.permitId))
    .innerJoin(employees, eq(employees.id, timeEntries.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(where)
    .orderBy(desc(timeEntries.workDate), desc(timeEntries.id));

type Row = Awaited<ReturnType<typeof selectRows>>[number];

/** Returns a function that converts a row to a time entry, with what the viewer may do with it. */
const entryFor =
  (viewer: Viewer) =>
  ({ entry, createdAt, ...person }: Row) => ({
    ...entry,
    employeeName: personName(person),
    mayChange:
      may(viewer, "time-entry.write", { isOwn: entry.employeeId === viewer.employeeId }) &&
      isWithinEditPeriod(viewer, createdAt),
  });

export type TimeEntry = ReturnType<ReturnType<typeof entryFor>>;

const employeeOf = ({ employeeId }: Viewer): number => employeeId ?? -1;

/** The condition for time entries that a viewer with this scope may read: all of them, or those of this employee. */
const readableWithin = (scope: Reach, employeeId: number | Placeholder): SQL =>
  scope === "all" ? sql`1 = 1` : eq(timeEntries.employeeId, employeeId);

/** Reviewers may change their hours on the day they logged them, administrators at any time. */
export const isWithinEditPeriod = (viewer: Viewer, createdAt: string): boolean =>
  reach(viewer, "time-entry.write") === "all" || dateIn(env.TIME_ZONE, new Date(createdAt)) === today();

/**
 * Returns each reviewer and discipline for which hours can be logged on a permit, by its assignments: the
 * reviewer is certified in the discipline and is or was assigned to it. Reviewers receive their own
 * disciplines, administrators all.
 */
export function loggableDisciplines(viewer: Viewer, assignments: Assignment[]) {
  allow(viewer, "time-entry.write");
  const loggable = new Map(
    assignments
      .filter(
        ({ isCertified, employeeId }) =>
          isCertified && may(viewer, "time-entry.write", { isOwn: employeeId === viewer.employeeId }),
      )
      .map(({ employeeId, employeeName, discipline }) => [
        `${employeeId} ${discipline}`,
        { employeeId, employeeName, discipline },
      ]),
  );
  return [...loggable.values()].sort(
    (first, second) =>
      compareNames(first.employeeName, second.employeeName) ||
      first.employeeId - second.employeeId ||
      first.discipline.localeCompare(second.discipline),
  );
}
