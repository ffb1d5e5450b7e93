import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import type { Discipline } from "../discipline";
import type { Option } from "../options";
import { personName } from "../person";
import { byName, nameColumns } from "../person.server";
import { allow, staffRoles, type Viewer } from "../policy";
import { assignmentCounts, employeeDisciplines, employees, users } from "../tables.server";
import { openAssignmentStatuses } from "./assignment";

/** Administrators review if they are certified. */
export const reviewersSql = or(
  eq(users.role, staffRoles.reviewer),
  existsIn(employeeDisciplines, eq(employeeDisciplines.employeeId, employees.id)),
) as SQL;

export async function canReview({ employeeId }: Viewer): Promise<boolean> {
  if (employeeId === null) return false;
  const rows = await findReviewer.execute({ employeeId });
  return rows.length > 0;
}

const findReviewer = db
  .select({ id: employees.id })
  .from(employees)
  .innerJoin(users, eq(users.id, employees.userId))
  .where(and(eq(employees.id, sql.placeholder("employeeId")), reviewersSql))
  .prepare();

export async function listReviewerOptions(viewer: Viewer): Promise<Option[]> {
  allow(viewer, "employee.read");
  const rows = await findReviewers.execute();
  return rows.map(({ id, ...person }) => ({ value: String(id), label: personName(person) }));
}

const findReviewers = db
  .select({ id: employees.id, ...nameColumns })
  .from(employees)
  .innerJoin(users, and(eq(users.id, employees.userId), eq(users.isActive, true)))
  .where(reviewersSql)
  .orderBy(byName, asc(employees.id))
  .prepare();

export async function listReviewers(viewer: Viewer) {
  allow(viewer, "employee.read");
  const { employeeId } = assignmentCounts;
  const open = db
    .select({ employeeId, open: sql<number>`sum(${assignmentCounts.assignments})`.as("open") })
    .from(assignmentCounts)
    .where(inArray(assignmentCounts.status, openAssignmentStatuses))
    .groupBy(employeeId)
    .as("open_work");
  const rows = await db
    .select({
      id: employees.id,
      ...nameColumns,
      open: sql<number>`coalesce(${open.open}, 0)`,
      discipline: employeeDisciplines.discipline,
    })
    .from(employees)
    .innerJoin(users, and(eq(users.id, employees.userId), eq(users.isActive, true)))
    .leftJoin(open, eq(open.employeeId, employees.id))
    .leftJoin(employeeDisciplines, eq(employeeDisciplines.employeeId, employees.id))
    .where(reviewersSql)
    .orderBy(byName, asc(employees.id), asc(employeeDisciplines.discipline));
  const reviewers = new Map<number, { id: number; name: string; open: number; disciplines: Discipline[] }>();
  for (const { id, open: workload, discipline, ...person } of rows) {
    const name = personName(person);
    const reviewer = reviewers.get(id) ?? { id, name, open: workload, disciplines: [] };
    if (discipline) reviewer.disciplines.push(discipline);
    reviewers.set(id, reviewer);
  }
  return [...reviewers.values()];
}

export const reviewerOption = ({ id, name, open }: { id: number; name: string; open: number }): Option => ({
  value: String(id),
  label: `${name} · ${open} open`,
});

export type NewAssignment = { discipline: Discipline; employeeId: number };

export async function certificationCheck(tx: Connection, rows: NewAssignment[]) {
  const employeeIds = rows.map(({ employeeId }) => employeeId);
  const certified = await tx
    .select({ employeeId: employees.id, discipline: employeeDisciplines.discipline })
    .from(employees)
    .innerJoin(users, and(eq(users.id, employees.userId), eq(users.isActive, true)))
    .innerJoin(employeeDisciplines, eq(employeeDisciplines.employeeId, employees.id))
    .where(inArray(employees.id, employeeIds));
  return (row: NewAssignment) => certified.some((pair) => isSamePair(pair, row));
}

export const isSamePair = (one: NewAssignment, other: NewAssignment): boolean =>
  one.employeeId === other.employeeId && one.discipline === other.discipline;

export const notCertifiedMessage = (discipline: Discipline) =>
  `This plan reviewer is inactive or not certified in ${discipline}. Choose another.`;

export const nobodyCertified = (discipline: Discipline): string =>
  `Nobody is certified in ${discipline}: certify a plan reviewer under Employees`;
