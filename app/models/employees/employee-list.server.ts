import { and, asc, count, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import { storedColumns } from "../columns";
import { type Connection, db } from "../db.server";
import { disciplines } from "../discipline";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { displayName } from "../person";
import { nameColumns } from "../person.server";
import { isReviewing } from "../plan-review/reviewer-scope.server";
import { isOpen } from "../plan-review/workload.server";
import { allow, isAdministrator, staffRoles, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { assignments, employeeDisciplines, employees, users } from "../tables.server";
import { contains, searchText } from "../text-search.server";
import { employeeColumns } from "./employee";
import type { EmployeeFilter } from "./employee-filter";

const columns = {
  ...storedColumns(
    { ...getTableColumns(users), id: employees.id, userId: employees.userId },
    employeeColumns,
  ),
  ...nameColumns,
};

const isStaff = inArray(users.role, Object.values(staffRoles));

const from = (connection: Connection) =>
  connection.select(columns).from(employees).innerJoin(users, eq(users.id, employees.userId));

type Row = Awaited<ReturnType<typeof from>>[number];

/** Rows with their names and disciplines, which are read at once for all. */
async function asEmployees(connection: Connection, rows: Row[]) {
  const ids = rows.map(({ id }) => id);
  const certificates =
    ids.length === 0
      ? []
      : await connection
          .select()
          .from(employeeDisciplines)
          .where(inArray(employeeDisciplines.employeeId, ids));
  return rows.map(({ firstName, lastName, ...employee }) => {
    const own = certificates.filter(({ employeeId }) => employeeId === employee.id);
    return {
      ...employee,
      name: displayName({ firstName, lastName, email: employee.email }),
      disciplines: disciplines.filter((each) => own.some(({ discipline }) => discipline === each)),
      isAdministrator: isAdministrator(employee.role),
    };
  });
}

export type Employee = Awaited<ReturnType<typeof asEmployees>>[number];

/** One employee; 404 when nobody of the staff has the id. */
export async function readEmployee(
  viewer: Viewer,
  id: number,
  connection: Connection = db,
): Promise<Employee> {
  allow(viewer, "employee.manage");
  return findEmployee(connection, id);
}

async function findEmployee(connection: Connection, id: number): Promise<Employee> {
  const rows = await from(connection).where(and(eq(employees.id, id), isStaff));
  const [employee] = await asEmployees(connection, rows);
  if (!employee) throw notFound("Employee");
  return employee;
}

/** Matches a part of a name, an e-mail address or a discipline. */
function matching(search: string): SQL {
  const wholeName = sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`;
  const isCertified = sql`exists (select 1 from ${employeeDisciplines} where ${employeeDisciplines.employeeId} = ${employees.id} and ${contains([employeeDisciplines.discipline], search)})`;
  return or(contains([wholeName, users.email], search), isCertified) as SQL;
}

/**
 * A page of the provider's people in the order of their names, ten at a time, for those who manage them.
 * A page that does not exist becomes the nearest one. Three queries, however many rows there are.
 */
export async function listEmployees(viewer: Viewer, filter: EmployeeFilter) {
  allow(viewer, "employee.manage");
  const search = searchText(filter.search);
  const where = and(isStaff, search ? matching(search) : undefined) as SQL;
  const total = await countWhere(where);
  const page = nearestPage(filter.page, total);
  const rows = await from(db)
    .where(where)
    .orderBy(...byName)
    .limit(pageSize)
    .offset(rowsBefore(page));
  return { rows: await asEmployees(db, rows), page, total };
}

/** All the provider's people in the order of their names, for each other. */
export async function listColleagues(viewer: Viewer, typed?: string) {
  allow(viewer, "employee.read");
  const search = searchText(typed);
  const rows = await from(db)
    .where(and(isStaff, search ? matching(search) : undefined))
    .orderBy(...byName);
  return asEmployees(db, rows);
}

/** One of the provider's people, for the others; 404 when nobody of the staff has the id. */
export async function readColleague(viewer: Viewer, id: number): Promise<Employee> {
  allow(viewer, "employee.read");
  return findEmployee(db, id);
}

const byName = [
  asc(sql`lower(${users.firstName})`),
  asc(sql`lower(${users.lastName})`),
  asc(employees.id),
] as const;

async function countWhere(where: SQL): Promise<number> {
  const [row] = await db
    .select({ employees: count() })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(where);
  return row?.employees ?? 0;
}

/** The first three employees with their open assignments, and how many there are; administrators only. */
export async function employeeSummary(viewer: Viewer) {
  allow(viewer, "employee.manage");
  const rows = await db
    .select({
      id: employees.id,
      ...nameColumns,
      openAssignments: count(assignments.id),
    })
    .from(employees)
    .innerJoin(users, and(eq(users.id, employees.userId), isStaff))
    .leftJoin(assignments, and(eq(assignments.employeeId, employees.id), isOpen))
    .groupBy(employees.id)
    .orderBy(...byName)
    .limit(3);
  const first = rows.map(({ id, openAssignments, ...person }) => ({
    id,
    openAssignments,
    name: displayName(person),
  }));
  return { first, total: await countWhere(isStaff) };
}

/** How many review plans, administrators who are certified among them. */
export const countReviewers = (): Promise<number> => countWhere(isReviewing);
