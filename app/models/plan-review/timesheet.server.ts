import { and, asc, between, eq, or, sql } from "drizzle-orm";
import { today } from "../clock.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { visibleTo } from "../permits/permit-scope.server";
import { personName } from "../person";
import { byName, nameColumns } from "../person.server";
import { allow, reach, type Viewer } from "../policy";
import { cities, employees, permits, timeEntries, users } from "../tables.server";
import { isReviewing } from "./reviewer-scope.server";
import { daysOf, isMonth, monthOf, totalOf } from "./time-entry";
import { timeEntryColumns } from "./time-entry-columns";

const {
  employeeId: _employee,
  updatedAt: _updated,
  ...timesheetColumns
} = storedColumns(timeEntries, timeEntryColumns);

/**
 * One reviewer's hours in a month (`YYYY-MM`), grouped by day: the viewer's own, or those of a reviewer whom an
 * administrator chooses (403 for other viewers). An invalid month becomes the current one; without a reviewer
 * there are no days.
 */
export async function readTimesheet(
  viewer: Viewer,
  requestedMonth: string | null,
  employeeId: number | null = viewer.employeeId,
) {
  allow(viewer, "time-entry.read", { isOwn: employeeId === viewer.employeeId });
  const month = isMonth(requestedMonth) ? requestedMonth : monthOf(today());
  const reviewer = employeeId === null ? null : await readReviewer(employeeId);
  const entries = await db
    .select({
      ...timesheetColumns,
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

export type Timesheet = Awaited<ReturnType<typeof readTimesheet>>;

async function readReviewer(id: number): Promise<{ id: number; name: string } | null> {
  const [row] = await db
    .select(nameColumns)
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(eq(employees.id, id));
  return row ? { id, name: personName(row) } : null;
}

/** The reviewers whose timesheets the viewer may choose, former ones included; null if only their own. */
export async function listTimesheetReviewers(viewer: Viewer) {
  if (reach(viewer, "time-entry.read") !== "all") return null;
  const rows = await db
    .select({ id: employees.id, isActive: users.isActive, ...nameColumns })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(
      or(
        isReviewing,
        sql`exists (select 1 from ${timeEntries} where ${timeEntries.employeeId} = ${employees.id})`,
      ),
    )
    .orderBy(byName, asc(employees.id));
  return rows.map(({ id, isActive, ...person }) => ({
    value: String(id),
    label: isActive ? personName(person) : `${personName(person)} (inactive)`,
  }));
}
