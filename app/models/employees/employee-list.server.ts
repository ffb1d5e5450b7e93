import { and, asc, count, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { foundIn } from "~/platform/db/text-search.server";
import { hasTwoFactor } from "../accounts/two-factor.server";
import { reviewersSql } from "../assignments/reviewer-list.server";
import { storedColumns } from "../columns";
import { disciplinesIn } from "../discipline";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { personName } from "../person";
import { byName, fullName, nameColumns } from "../person.server";
import { allow, isAdministrator, staffRoles, type Viewer } from "../policy";
import { notFound } from "../refusal";
import type { SearchFilter } from "../search-filter";
import { assignmentCounts, employeeDisciplines, employees, users } from "../tables.server";
import { employeeColumns } from "./employee";

const certifications = db
  .select({ names: sql`string_agg(${employeeDisciplines.discipline}, ',')` })
  .from(employeeDisciplines)
  .where(eq(employeeDisciplines.employeeId, employees.id));

const columns = {
  ...storedColumns(
    { ...getTableColumns(users), id: employees.id, userId: employees.userId },
    employeeColumns,
  ),
  ...nameColumns,
  hasTwoFactor,
  disciplines: sql`coalesce((${certifications}), '')`.mapWith(disciplinesIn),
};

const isStaff = inArray(users.role, Object.values(staffRoles));

const selectEmployees = (connection: Connection) =>
  connection.select(columns).from(employees).innerJoin(users, eq(users.id, employees.userId));

type Row = Awaited<ReturnType<typeof selectEmployees>>[number];

const toEmployee = ({ firstName, lastName, ...employee }: Row) => ({
  ...employee,
  name: personName({ firstName, lastName, email: employee.email }),
  isAdministrator: isAdministrator(employee.role),
});

export type Employee = ReturnType<typeof toEmployee>;

export async function readEmployee(viewer: Viewer, id: number, connection: Connection = db) {
  allow(viewer, "employee.manage");
  return readColleague(viewer, id, connection);
}

export async function readColleague(viewer: Viewer, id: number, connection: Connection = db) {
  allow(viewer, "employee.read");
  const [employee] = await selectEmployees(connection).where(and(eq(employees.id, id), isStaff));
  if (!employee) throw notFound("Employee");
  return toEmployee(employee);
}

const matching = (search?: string) =>
  and(isStaff, foundIn([fullName, users.email, sql`(${certifications})`], search)) as SQL;

const selectStaff = (where: SQL) => selectEmployees(db).where(where).orderBy(byName, asc(employees.id));

export async function listEmployees(viewer: Viewer, filter: SearchFilter) {
  allow(viewer, "employee.manage");
  const where = matching(filter.search);
  const [{ total } = { total: 0 }] = await countStaff(where);
  const size = filter.rows ?? pageSize;
  const page = nearestPage(filter.page, total, size);
  const rows = await selectStaff(where).limit(size).offset(rowsBefore(page, size));
  return { rows: rows.map(toEmployee), page, total };
}

export async function listColleagues(viewer: Viewer, search?: string) {
  allow(viewer, "employee.read");
  return (await selectStaff(matching(search))).map(toEmployee);
}

/** For the demo, which signs in as one of them: checks no capability. */
export const listActiveStaff = async () =>
  (await selectStaff(and(isStaff, eq(users.isActive, true), eq(users.isInvited, false)) as SQL)).map(
    toEmployee,
  );

function countStaff(where: SQL) {
  return db
    .select({ total: count() })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(where);
}

export async function employeeSummary(viewer: Viewer) {
  allow(viewer, "employee.manage");
  const rows = await findFirstEmployees.execute();
  const first = rows.map(({ id, openAssignments, total: _total, ...person }) => ({
    id,
    openAssignments,
    name: personName(person),
  }));
  return { first, total: rows[0]?.total ?? 0 };
}

const openAssignments = db
  .select({ assignments: sql`sum(${assignmentCounts.assignments})` })
  .from(assignmentCounts)
  .where(and(eq(assignmentCounts.employeeId, employees.id), ne(assignmentCounts.status, "completed")));

const findFirstEmployees = db
  .select({
    id: employees.id,
    ...nameColumns,
    // A window function would keep all employees, which takes as long again.
    total: sql<number>`(${countStaff(isStaff)})`,
    openAssignments: sql<number>`coalesce((${openAssignments}), 0)`,
  })
  .from(employees)
  .innerJoin(users, and(eq(users.id, employees.userId), isStaff))
  .orderBy(byName, asc(employees.id))
  .limit(3)
  .prepare();

/** Certified administrators are reviewers too. */
export const countReviewers = () => countStaff(reviewersSql);
