import { and, asc, between, desc, eq, or, type SQL } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { env } from "~/platform/env.server";
import type { Assignment } from "../assignments/assignment.server";
import { reviewersSql } from "../assignments/reviewer-list.server";
import { dateIn } from "../calendar-date";
import { today } from "../clock.server";
import { storedColumns } from "../columns";
import { compareNames } from "../fold-text";
import { permitNumberText } from "../permits/permit";
import { type Permit, visibleTo } from "../permits/permit-scope.server";
import { personName } from "../person";
import { byName, nameColumns, reviewerNames } from "../person.server";
import { allow, may, scopeOf, type Viewer } from "../policy";
import { foundRow } from "../refusal";
import { pick } from "../shown-fields";
import { cities, employees, permits, timeEntries, users } from "../tables.server";
import { daysOf, isMonth, monthOf, timeEntryColumns, totalOf, totalsOf } from "./time-entry";

export async function listTimeEntries(viewer: Viewer, permit: Permit) {
  const entries = await readTimeEntries(viewer, eq(timeEntries.permitId, permit.id));
  return { entries, totals: totalsOf(entries), quarterHours: totalOf(entries) };
}

export async function readTimeEntry(viewer: Viewer, id: number): Promise<TimeEntry> {
  return foundRow(await readTimeEntries(viewer, eq(timeEntries.id, id)), "Time entry");
}

/** An invalid month becomes the current one. */
export async function readTimesheet(
  viewer: Viewer,
  requestedMonth: string | null,
  employeeId: number | null = viewer.employeeId,
) {
  allow(viewer, "time-entry.read", { isOwn: employeeId === viewer.employeeId });
  const month = isMonth(requestedMonth) ? requestedMonth : monthOf(today());
  const names = await reviewerNames([employeeId]);
  const name = names.get(employeeId ?? -1);
  const reviewer = employeeId === null || name === undefined ? null : { id: employeeId, name };
  const isInMonth = between(timeEntries.workDate, `${month}-01`, `${month}-31`);
  const latestFirst = await readTimeEntries(
    viewer,
    and(eq(timeEntries.employeeId, reviewer?.id ?? -1), isInMonth),
  );
  const entries = latestFirst.toReversed();
  return { month, reviewer, days: daysOf(entries), quarterHours: totalOf(entries) };
}

export type TimeEntry = Awaited<ReturnType<typeof readTimeEntries>>[number];

export async function readTimeEntries(viewer: Viewer, where: SQL | undefined) {
  allow(viewer, "time-entry.read");
  const isReadable =
    scopeOf(viewer, "time-entry.read") === "all"
      ? undefined
      : eq(timeEntries.employeeId, viewer.employeeId ?? -1);
  const rows = await db
    .select({
      entry: storedColumns(timeEntries, timeEntryColumns),
      createdAt: timeEntries.createdAt,
      reviewer: nameColumns,
      permit: {
        ...pick(permits, "urban37PermitNumber", "revisionNumber", "projectName"),
        cityName: cities.cityName,
      },
    })
    .from(timeEntries)
    .innerJoin(permits, eq(permits.id, timeEntries.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .innerJoin(employees, eq(employees.id, timeEntries.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(where, visibleTo(viewer), isReadable))
    .orderBy(desc(timeEntries.workDate), desc(timeEntries.id));
  return rows.map(({ entry, createdAt, reviewer, permit }) => ({
    ...entry,
    ...permit,
    permit: permitNumberText(permit),
    employeeName: personName(reviewer),
    mayChange:
      may(viewer, "time-entry.write", { isOwn: entry.employeeId === viewer.employeeId }) &&
      isWithinEditPeriod(viewer, createdAt),
  }));
}

/** Reviewers may change their hours on the day they logged them, administrators at any time. */
export const isWithinEditPeriod = (viewer: Viewer, createdAt: string): boolean =>
  scopeOf(viewer, "time-entry.write") === "all" || dateIn(env.TIME_ZONE, new Date(createdAt)) === today();

/** Former assignments count too. */
export function loggableDisciplines(viewer: Viewer, assignments: Assignment[]) {
  allow(viewer, "time-entry.write");
  const loggable = new Map<string, Pick<Assignment, "employeeId" | "employeeName" | "discipline">>();
  for (const { isCertified, employeeId, employeeName, discipline } of assignments) {
    const isOwn = employeeId === viewer.employeeId;
    if (isCertified && may(viewer, "time-entry.write", { isOwn }))
      loggable.set(`${employeeId} ${discipline}`, { employeeId, employeeName, discipline });
  }
  return [...loggable.values()].sort(
    (first, second) =>
      compareNames(first.employeeName, second.employeeName) ||
      first.employeeId - second.employeeId ||
      first.discipline.localeCompare(second.discipline),
  );
}

/** Former ones included; null if only their own. */
export async function listTimesheetReviewers(viewer: Viewer) {
  if (scopeOf(viewer, "time-entry.read") !== "all") return null;
  const rows = await db
    .select({ id: employees.id, isActive: users.isActive, ...nameColumns })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(or(reviewersSql, existsIn(timeEntries, eq(timeEntries.employeeId, employees.id))))
    .orderBy(byName, asc(employees.id));
  return rows.map(({ id, isActive, ...person }) => ({
    value: String(id),
    label: isActive ? personName(person) : `${personName(person)} (inactive)`,
  }));
}
