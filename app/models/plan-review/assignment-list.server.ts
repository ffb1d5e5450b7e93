import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { inBatches, rowsAfter } from "../batches.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { rowsBefore } from "../paging";
import type { ReviewCycle } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { displayName } from "../person";
import { nameColumns } from "../person.server";
import { allow, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { isCurrentCycle } from "../review-cycle.server";
import { assignments, cities, employees, permits, users } from "../tables.server";
import type { AssignmentStatus } from "./assignment";
import { assignmentColumns } from "./assignment-columns";

/** The columns of the permit and the reviewer that each list of assignments has. */
export const permitAndReviewerColumns = {
  permitDueDate: permits.dueDate,
  urban37PermitNumber: permits.urban37PermitNumber,
  revisionNumber: permits.revisionNumber,
  projectName: permits.projectName,
  cityName: cities.cityName,
  ...nameColumns,
};

export type AssignmentRow = Awaited<ReturnType<typeof readRows>>[number];

const sortColumns = {
  employeeDueDate: assignments.employeeDueDate,
  permitDueDate: permits.dueDate,
  discipline: assignments.discipline,
  status: assignments.status,
  completedAt: assignments.completedAt,
  updatedAt: assignments.updatedAt,
};

export type AssignmentSort = keyof typeof sortColumns;
export const assignmentSortNames = Object.keys(sortColumns) as AssignmentSort[];

export type AssignmentFilter = {
  employeeId?: number;
  status?: AssignmentStatus;
  sort?: AssignmentSort;
  descending?: boolean;
};

const sortName = ({ sort = "employeeDueDate" }: AssignmentFilter) => sort;
/** Replaces a null in the sort column, so that such rows come last in both directions. */
const nullPlaceholder = ({ descending }: AssignmentFilter) => (descending ? "" : "9999");
const sortValue = (filter: AssignmentFilter) =>
  sql`coalesce(${sortColumns[sortName(filter)]}, ${nullPlaceholder(filter)})`;

const matching = ({ employeeId, status }: AssignmentFilter) =>
  and(
    isCurrentCycle,
    employeeId === undefined ? undefined : eq(assignments.employeeId, employeeId),
    status === undefined ? undefined : eq(assignments.status, status),
  ) as SQL;

/** The number of assignments in current cycles that match a filter. Throws 403 unless the viewer is staff. */
export async function countAssignments(viewer: Viewer, filter: AssignmentFilter): Promise<number> {
  allow(viewer, "assignment.read");
  const [row] = await db
    .select({ total: count() })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .where(matching(filter));
  return row?.total ?? 0;
}

/**
 * A page of the assignments in current cycles that match a filter, empty after the last page. Sorted by the
 * reviewer's due date, the earliest first, unless the filter has another order.
 */
export function pageOfAssignments(viewer: Viewer, filter: AssignmentFilter, page: number, pageSize: number) {
  allow(viewer, "assignment.read");
  return readRows(matching(filter), filter, pageSize, rowsBefore(page, pageSize));
}

/** All assignments that match a filter, in the same order, in batches. */
export function eachAssignment(viewer: Viewer, filter: AssignmentFilter): AsyncGenerator<AssignmentRow[]> {
  allow(viewer, "assignment.read");
  return inBatches((last, limit) =>
    readRows(and(matching(filter), last && after(filter, last)) as SQL, filter, limit),
  );
}

/**
 * A permit's assignments in its current cycle, in another cycle or in all. Throws 404 when the permit is
 * outside the viewer's scope.
 */
export async function assignmentsOf(viewer: Viewer, permitId: number, cycle?: ReviewCycle | "all") {
  const permit = await readPermit(viewer, permitId);
  allow(viewer, "assignment.read");
  const selected = cycle ?? permit.reviewCycle;
  const inCycle = selected === "all" ? undefined : eq(assignments.reviewCycle, selected);
  return readRows(and(eq(assignments.permitId, permitId), inCycle) as SQL);
}

/** An assignment with its permit and reviewer. Throws 404 when it does not exist. */
export async function readAssignment(viewer: Viewer, id: number) {
  allow(viewer, "assignment.read");
  const [assignment] = await readRows(eq(assignments.id, id));
  if (!assignment) throw notFound("Assignment");
  return assignment;
}

function after(filter: AssignmentFilter, last: AssignmentRow): SQL {
  const order = { by: sortValue(filter), id: assignments.id, descending: filter.descending ?? false };
  return rowsAfter(order, last[sortName(filter)] ?? nullPlaceholder(filter), last.id);
}

async function readRows(where: SQL, filter: AssignmentFilter = {}, limit = 1000, offset = 0) {
  const direction = filter.descending ? desc : asc;
  const rows = await db
    .select({ assignment: storedColumns(assignments, assignmentColumns), ...permitAndReviewerColumns })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(where)
    .orderBy(direction(sortValue(filter)), direction(assignments.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ assignment, firstName, lastName, email, ...permit }) => ({
    ...assignment,
    ...permit,
    employeeName: displayName({ firstName, lastName, email }),
  }));
}
