import { and, asc, count, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import { storedColumns } from "../columns";
import { type Connection, db } from "../db.server";
import { disciplinesIn } from "../discipline";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { personName } from "../person";
import { byName, nameColumns, orderOfPerson } from "../person.server";
import { reviewersSql } from "../plan-review/reviewer-list.server";
import { allow, isAdministrator, staffRoles, type Viewer } from "../policy";
import { notFound } from "../refusal";
import type { SearchFilter } from "../search-filter";
import { assignmentCounts, employeeDisciplines, employees, users } from "../tables.server";
import { contains, searchText } from "../text-search.server";
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
  return findEmployee(connection, id);
}

async function findEmployee(connection: Connection, id: number): Promise<Employee> {
  const [employee] = await selectEmployees(connection).where(and(eq(employees.id, id), isStaff));
  if (!employee) throw notFound("Employee");
  return toEmployee(employee);
}

function matching(search: string): SQL {
  const fullName = sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`;
  return contains([fullName, users.email, sql`(${certifications})`], search);
}

/** A page that does not exist becomes the nearest one. */
export async function listEmployees(viewer: Viewer, filter: SearchFilter) {
  allow(viewer, "employee.manage");
  const search = searchText(filter.search);
  const where = and(isStaff, search ? matching(search) : undefined) as SQL;
  const [{ total } = { total: 0 }] = await countStaff(where);
  const page = nearestPage(filter.page, total);
  const rows = await selectEmployees(db)
    .where(where)
    .orderBy(byName, asc(employees.id))
    .limit(pageSize)
    .offset(rowsBefore(page));
  return { rows: rows.map(toEmployee), page, total };
}

export async function listColleagues(viewer: Viewer, searched?: string) {
  allow(viewer, "employee.read");
  const search = searchText(searched);
  return selectStaff(search ? matching(search) : undefined);
}

/** Checks no capability. */
export async function selectStaff(condition: SQL | undefined): Promise<Employee[]> {
  const rows = await selectEmployees(db).where(and(isStaff, condition)).orderBy(byName, asc(employees.id));
  return rows.map(toEmployee);
}

export async function readColleague(viewer: Viewer, id: number): Promise<Employee> {
  allow(viewer, "employee.read");
  return findEmployee(db, id);
}

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

const firstEmployees = db
  .select({ id: employees.id, ...nameColumns })
  .from(employees)
  .innerJoin(users, and(eq(users.id, employees.userId), isStaff))
  .orderBy(byName, asc(employees.id))
  .limit(3)
  .as("first_employees");

const openAssignments = db
  .select({ assignments: sql`sum(${assignmentCounts.assignments})` })
  .from(assignmentCounts)
  .where(and(eq(assignmentCounts.employeeId, firstEmployees.id), ne(assignmentCounts.status, "completed")));

const findFirstEmployees = db
  .select({
    id: firstEmployees.id,
    firstName: firstEmployees.firstName,
    lastName: firstEmployees.lastName,
    email: firstEmployees.email,
    // A window function would keep all employees, which takes as long again.
    total: sql<number>`(${countStaff(isStaff)})`,
    openAssignments: sql<number>`coalesce((${openAssignments}), 0)`,
  })
  .from(firstEmployees)
  .orderBy(asc(orderOfPerson(firstEmployees)), asc(firstEmployees.id))
  .prepare();

/** Certified administrators are reviewers too. */
export const countReviewers = () => countStaff(reviewersSql);
