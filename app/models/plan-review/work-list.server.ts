import { and, asc, count, eq, isNull, type SQL } from "drizzle-orm";
import { db } from "../db.server";
import { displayName } from "../person";
import { allow, may, type Viewer } from "../policy";
import { ofCurrentCycle } from "../review-cycle.server";
import { assignments, cities, employees, permits, users } from "../tables.server";
import type { AssignmentStatus } from "./assignment";
import { permitAndReviewerColumns } from "./assignment-list.server";

export type WorkFilter = {
  employeeId?: number;
  status?: AssignmentStatus;
  where?: SQL;
  /** Completed assignments come last. */
  openFirst?: boolean;
  limit?: number;
  offset?: number;
};

/**
 * The assignments in the permits' current cycles, sorted by the reviewer's due date, those without one last.
 * Runs one query. The calendar and the reviewers' dashboard use it.
 */
export async function listWork(viewer: Viewer, filter: WorkFilter) {
  const { employeeId, status, where, openFirst, limit = 2000, offset = 0 } = filter;
  allow(viewer, "assignment.read");
  const rows = await db
    .select({
      id: assignments.id,
      permitId: assignments.permitId,
      employeeId: assignments.employeeId,
      discipline: assignments.discipline,
      status: assignments.status,
      employeeDueDate: assignments.employeeDueDate,
      ...permitAndReviewerColumns,
    })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(
      and(
        employeeId === undefined ? undefined : eq(assignments.employeeId, employeeId),
        status === undefined ? undefined : eq(assignments.status, status),
        where,
      ),
    )
    .orderBy(
      ...(openFirst ? [asc(eq(assignments.status, "completed"))] : []),
      asc(isNull(assignments.employeeDueDate)),
      asc(assignments.employeeDueDate),
      asc(assignments.id),
    )
    .limit(limit)
    .offset(offset);
  return rows.map(({ firstName, lastName, email, ...assignment }) => ({
    ...assignment,
    employeeName: displayName({ firstName, lastName, email }),
    mayWork: may(viewer, "assignment.work", { isOwn: assignment.employeeId === viewer.employeeId }),
  }));
}

/** The number of assignments in current cycles by status, of one reviewer or of all reviewers. */
export async function countWork(viewer: Viewer, employeeId?: number) {
  allow(viewer, "assignment.read");
  const rows = await db
    .select({ status: assignments.status, assignments: count() })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(employeeId === undefined ? undefined : eq(assignments.employeeId, employeeId))
    .groupBy(assignments.status);
  const countOf = (status: AssignmentStatus) => rows.find((row) => row.status === status)?.assignments ?? 0;
  const byStatus = {
    assigned: countOf("assigned"),
    in_progress: countOf("in_progress"),
    completed: countOf("completed"),
  };
  const pending = byStatus.assigned + byStatus.in_progress;
  return { total: pending + byStatus.completed, pending, completed: byStatus.completed, byStatus };
}
