import { and, asc, count, eq, isNull, type SQL } from "drizzle-orm";
import { db } from "../db.server";
import { displayName } from "../person";
import { allow, may, type Viewer } from "../policy";
import { ofCurrentCycle } from "../review-cycle.server";
import { assignments, cities, employees, permits, users } from "../tables.server";
import type { AssignmentStatus } from "./assignment";
import { ofWork } from "./assignment-list.server";

export type WorkFilter = {
  employeeId?: number;
  status?: AssignmentStatus;
  where?: SQL;
  /** What is completed comes last. */
  openFirst?: boolean;
  limit?: number;
  offset?: number;
};

/**
 * The assignments of the permits' current cycles, the earliest reviewer's due date first and those
 * without one last: one query, for the calendar and for a reviewer's own list.
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
      ...ofWork,
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

export type Work = Awaited<ReturnType<typeof listWork>>[number];

/** How many assignments a reviewer, or everybody, has in current cycles: all, not completed, completed. */
export async function countWork(viewer: Viewer, employeeId?: number) {
  allow(viewer, "assignment.read");
  const rows = await db
    .select({ status: assignments.status, assignments: count() })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(employeeId === undefined ? undefined : eq(assignments.employeeId, employeeId))
    .groupBy(assignments.status);
  const of = (status: AssignmentStatus) => rows.find((row) => row.status === status)?.assignments ?? 0;
  const byStatus = { assigned: of("assigned"), in_progress: of("in_progress"), completed: of("completed") };
  const pending = byStatus.assigned + byStatus.in_progress;
  return { total: pending + byStatus.completed, pending, completed: byStatus.completed, byStatus };
}
