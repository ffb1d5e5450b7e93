import { and, asc, count, eq, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { existsIn, holds } from "~/platform/db/exists.server";
import { indexedList, type List } from "~/platform/db/list.server";
import { type ListOrder, orderTerms } from "~/platform/db/list-order.server";
import { storedColumns } from "../columns";
import type { ReviewCycle } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import { allow, may, type Viewer } from "../policy";
import { foundRow } from "../refusal";
import { completedSql, currentCycleSql, openSql } from "../review-cycle.server";
import { overSql } from "../review-cycles/plan-check.server";
import { pick } from "../shown-fields";
import {
  assignmentCounts,
  assignments,
  binnedReviewers,
  cities,
  employees,
  permits,
  planChecks,
  timeEntries,
  users,
} from "../tables.server";
import { type AssignmentStatus, assignmentColumns, assignmentStatusValues, isDone } from "./assignment";

export type AssignmentRow = Awaited<ReturnType<typeof readAssignments>>[number];

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

export const byDueDate = orderOf({});

/** In current cycles: of one status or of all, of one reviewer or of all. */
export function listedSql(status?: AssignmentStatus, employeeId?: number): SQL {
  if (status === undefined) return and(currentCycleSql, isOf(employeeId)) as SQL;
  if (isDone(status)) return and(completedSql, isOf(employeeId)) as SQL;
  return and(openSqlOf(employeeId), eq(assignments.status, status)) as SQL;
}

export const openSqlOf = (employeeId?: number): SQL => and(openSql, isOf(employeeId)) as SQL;

const isOf = (employeeId?: number) =>
  employeeId === undefined ? undefined : eq(assignments.employeeId, employeeId);

export function assignmentList(viewer: Viewer, filter: AssignmentFilter): List<AssignmentRow> {
  allow(viewer, "assignment.read");
  return indexedList({
    table: assignments,
    where: listedSql(filter.status, filter.employeeId),
    order: orderOf(filter),
    count: async () => totalOfStatuses(await countByStatus(filter.employeeId), filter.status),
    readRows: (where, order) => readAssignments(viewer, where, order),
  });
}

export async function assignmentsOf(viewer: Viewer, permitId: number, cycle?: ReviewCycle | "all") {
  const permit = await readPermit(viewer, permitId);
  const selected = cycle ?? permit.reviewCycle;
  const inCycle = selected === "all" ? undefined : eq(assignments.reviewCycle, selected);
  return readAssignments(viewer, and(eq(assignments.permitId, permitId), inCycle) as SQL);
}

export async function readAssignment(viewer: Viewer, id: number) {
  return foundRow(await readAssignments(viewer, eq(assignments.id, id)), "Assignment");
}

/** A review whose letter is out can no longer change. */
const isReleased =
  sql<boolean>`exists (select 1 from ${planChecks} where ${planChecks.permitId} = ${assignments.permitId}
  and ${planChecks.reviewCycle} = ${assignments.reviewCycle} and ${overSql})`.mapWith(Boolean);

export async function readAssignments(viewer: Viewer, where: SQL, order = orderTerms(byDueDate)) {
  allow(viewer, "assignment.read");
  const rows = await db
    .select({
      assignment: storedColumns(assignments, assignmentColumns),
      permit: {
        permitDueDate: permits.dueDate,
        permitStatus: permits.status,
        ...pick(permits, "urban37PermitNumber", "revisionNumber", "projectName"),
        cityName: cities.cityName,
      },
      reviewer: nameColumns,
      usesCorrections: cities.usesCorrections,
      isReleased,
    })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(where)
    .orderBy(...order);
  return rows.map(({ assignment, permit, reviewer, usesCorrections, isReleased }) => ({
    ...assignment,
    ...permit,
    employeeName: personName(reviewer),
    usesCorrections,
    lacksDecision: usesCorrections && isDone(assignment.status) && assignment.decision === null,
    isFinished: usesCorrections && isReleased,
    mayWork: may(viewer, "assignment.work", { isOwn: assignment.employeeId === viewer.employeeId }),
  }));
}

/** In current cycles, of one reviewer or of all. Triggers maintain the counts. */
export async function countByStatus(employeeId?: number): Promise<Record<AssignmentStatus, number>> {
  const { status } = assignmentCounts;
  const counts = await db
    .select({ status, total: sql<number>`sum(${assignmentCounts.assignments})` })
    .from(assignmentCounts)
    .where(employeeId === undefined ? undefined : eq(assignmentCounts.employeeId, employeeId))
    .groupBy(status);
  const totals = counts.map((row) => [row.status, row.total] as const);
  return { assigned: 0, in_progress: 0, completed: 0, ...Object.fromEntries(totals) };
}

export const totalOfStatuses = (counts: Record<AssignmentStatus, number>, status?: AssignmentStatus) =>
  status ? counts[status] : assignmentStatusValues.reduce((sum, each) => sum + counts[each], 0);

export async function workloadOf(connection: Connection, employeeId: number) {
  const byDiscipline = await connection
    .select({ discipline: assignments.discipline, open: count() })
    .from(assignments)
    .where(openSqlOf(employeeId))
    .groupBy(assignments.discipline)
    .orderBy(asc(assignments.discipline));
  const open = byDiscipline.reduce((sum, discipline) => sum + discipline.open, 0);
  const records = or(
    existsIn(assignments, eq(assignments.employeeId, employeeId), eq(assignments.isOpen, false)),
    existsIn(timeEntries, eq(timeEntries.employeeId, employeeId)),
    existsIn(binnedReviewers, eq(binnedReviewers.employeeId, employeeId)),
  ) as SQL;
  return { byDiscipline, open, hasRecords: await holds(connection, records) };
}
