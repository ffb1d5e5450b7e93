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

/** What a list of work says of the permit and the reviewer beside the assignment itself. */
export const ofWork = {
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
/** Stands for what a row does not have: such rows come last either way. */
const missing = ({ descending }: AssignmentFilter) => (descending ? "" : "9999");
const placeOf = (filter: AssignmentFilter) =>
  sql`coalesce(${sortColumns[sortName(filter)]}, ${missing(filter)})`;

const matching = ({ employeeId, status }: AssignmentFilter) =>
  and(
    isCurrentCycle,
    employeeId === undefined ? undefined : eq(assignments.employeeId, employeeId),
    status === undefined ? undefined : eq(assignments.status, status),
  ) as SQL;

/** How many assignments of current cycles a filter finds; for staff alone. */
export async function countAssignments(viewer: Viewer, filter: AssignmentFilter): Promise<number> {
  allow(viewer, "assignment.read");
  const [row] = await db
    .select({ found: count() })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .where(matching(filter));
  return row?.found ?? 0;
}

/** A page of them whole, none beyond the last; the earliest reviewer's due date first unless the filter sorts. */
export function pageOfAssignments(viewer: Viewer, filter: AssignmentFilter, page: number, pageSize: number) {
  allow(viewer, "assignment.read");
  return readRows(matching(filter), filter, pageSize, rowsBefore(page, pageSize));
}

/** All of them whole, in the same order, in batches: each goes on where the last one ended. */
export function eachAssignment(viewer: Viewer, filter: AssignmentFilter): AsyncGenerator<AssignmentRow[]> {
  allow(viewer, "assignment.read");
  return inBatches((last, limit) =>
    readRows(and(matching(filter), last && after(filter, last)) as SQL, filter, limit),
  );
}

/** A permit's assignments whole, in its current cycle, in another or in all; 404 outside the viewer's sight. */
export async function assignmentsOf(viewer: Viewer, permitId: number, cycle?: ReviewCycle | "all") {
  const permit = await readPermit(viewer, permitId);
  allow(viewer, "assignment.read");
  const asked = cycle ?? permit.reviewCycle;
  const inCycle = asked === "all" ? undefined : eq(assignments.reviewCycle, asked);
  return readRows(and(eq(assignments.permitId, permitId), inCycle) as SQL);
}

/** An assignment whole; 404 when it is not there. */
export async function readAssignment(viewer: Viewer, id: number) {
  allow(viewer, "assignment.read");
  const [assignment] = await readRows(eq(assignments.id, id));
  if (!assignment) throw notFound("Assignment");
  return assignment;
}

function after(filter: AssignmentFilter, last: AssignmentRow): SQL {
  const order = { by: placeOf(filter), id: assignments.id, descending: filter.descending ?? false };
  return rowsAfter(order, last[sortName(filter)] ?? missing(filter), last.id);
}

async function readRows(where: SQL, filter: AssignmentFilter = {}, limit = 1000, offset = 0) {
  const direction = filter.descending ? desc : asc;
  const rows = await db
    .select({ assignment: storedColumns(assignments, assignmentColumns), ...ofWork })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(where)
    .orderBy(direction(placeOf(filter)), direction(assignments.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ assignment, firstName, lastName, email, ...permit }) => ({
    ...assignment,
    ...permit,
    employeeName: displayName({ firstName, lastName, email }),
  }));
}
