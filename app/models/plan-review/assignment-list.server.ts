import { and, eq, inArray, type Placeholder, type SQL } from "drizzle-orm";
import { inBatches } from "../batches.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { type ListOrder, orderTerms, rowsAfterLast } from "../list-order.server";
import { rowsBefore, sliceFromNearerEnd } from "../paging";
import type { ReviewCycle } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import { allow, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { isCompleted, isCurrentCycle, isOpen } from "../review-cycle.server";
import { assignments, cities, employees, permits, users } from "../tables.server";
import type { AssignmentStatus } from "./assignment";
import { assignmentColumns } from "./assignment-columns";
import { countByStatus, totalOf } from "./assignment-counts.server";

/** The columns of the permit and the reviewer that each list of assignments has. */
export const permitAndReviewerColumns = {
  permitDueDate: permits.dueDate,
  permitStatus: permits.status,
  urban37PermitNumber: permits.urban37PermitNumber,
  revisionNumber: permits.revisionNumber,
  projectName: permits.projectName,
  cityName: cities.cityName,
  ...nameColumns,
};

export type AssignmentRow = Awaited<ReturnType<typeof readRows>>[number];

const sortColumns = {
  employeeDueDate: assignments.employeeDueDate,
  permitDueDate: assignments.permitDueDate,
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

const orderOf = ({ sort = "employeeDueDate", descending }: AssignmentFilter): ListOrder => ({
  by: sortColumns[sort],
  id: assignments.id,
  descending,
});

/** The order of the calendar and of every list without another: by the reviewer's due date. */
export const byDueDate = orderOf({});

/** The condition for assignments in current cycles: of one status or of all, of one reviewer or of all. */
export function isListed(status?: AssignmentStatus, employeeId?: number | Placeholder): SQL {
  const isOfReviewer = employeeId === undefined ? undefined : eq(assignments.employeeId, employeeId);
  if (status === undefined) return and(isCurrentCycle, isOfReviewer) as SQL;
  if (status === "completed") return and(isCompleted, isOfReviewer) as SQL;
  return and(isOpenOf(employeeId), eq(assignments.status, status)) as SQL;
}

/** The condition for uncompleted assignments in current cycles, of one reviewer or of all. */
export const isOpenOf = (employeeId?: number | Placeholder): SQL =>
  and(isOpen, employeeId === undefined ? undefined : eq(assignments.employeeId, employeeId)) as SQL;

/**
 * Returns the condition for some rows of a list. Only their ids are read in order, from the nearer end, because an
 * index has them.
 */
const isWithin = (where: SQL, order: ListOrder, before: number, total: number, size: number): SQL =>
  isInSlice(where, order, sliceFromNearerEnd(before, total, size));

/** How a query reads some rows of a list from its nearer end. */
type Slice = { isFromEnd: boolean; offset: number | Placeholder; limit: number };

/** Returns the same condition for a slice, also for one whose offset is a placeholder. */
export function isInSlice(where: SQL, order: ListOrder, { isFromEnd, offset, limit }: Slice): SQL {
  const ids = db
    .select({ id: assignments.id })
    .from(assignments)
    .where(where)
    .orderBy(...orderTerms(order, isFromEnd))
    .limit(limit)
    .offset(offset);
  return inArray(assignments.id, ids);
}

/** The number of assignments in current cycles that match a filter. Throws 403 unless the viewer is staff. */
export async function countAssignments(viewer: Viewer, filter: AssignmentFilter): Promise<number> {
  allow(viewer, "assignment.read");
  return totalOf(await countByStatus(filter.employeeId), filter.status);
}

/**
 * A page of the assignments in current cycles that match a filter, empty after the last page. Sorted by the
 * reviewer's due date, the earliest first, unless the filter has another order.
 */
export async function pageOfAssignments(
  viewer: Viewer,
  filter: AssignmentFilter,
  page: number,
  pageSize: number,
) {
  const total = await countAssignments(viewer, filter);
  const order = orderOf(filter);
  const matching = isListed(filter.status, filter.employeeId);
  return readRows(isWithin(matching, order, rowsBefore(page, pageSize), total, pageSize), order, pageSize);
}

/** All assignments that match a filter, in the same order, in batches. */
export function eachAssignment(viewer: Viewer, filter: AssignmentFilter): AsyncGenerator<AssignmentRow[]> {
  allow(viewer, "assignment.read");
  const order = orderOf(filter);
  const matching = isListed(filter.status, filter.employeeId);
  const { sort = "employeeDueDate" } = filter;
  return inBatches((last, limit) =>
    last
      ? rowsAfterLast(order, { value: last[sort], id: last.id }, limit, (range, rest) =>
          readFirst(and(matching, range) as SQL, order, rest),
        )
      : readFirst(matching, order, limit),
  );
}

/** Reads the first rows of a list whose total does not matter. */
const readFirst = (where: SQL, order: ListOrder, limit: number) =>
  readRows(isWithin(where, order, 0, limit, limit), order, limit);

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

async function readRows(where: SQL, order: ListOrder = byDueDate, limit = 1000) {
  const rows = await db
    .select({ assignment: storedColumns(assignments, assignmentColumns), ...permitAndReviewerColumns })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(where)
    .orderBy(...orderTerms(order))
    .limit(limit);
  return rows.map(({ assignment, firstName, lastName, email, ...permit }) => ({
    ...assignment,
    ...permit,
    employeeName: personName({ firstName, lastName, email }),
  }));
}
