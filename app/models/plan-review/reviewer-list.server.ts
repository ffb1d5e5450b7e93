import { and, asc, count, eq, inArray, ne, sql } from "drizzle-orm";
import { type Connection, db } from "../db.server";
import type { Discipline } from "../discipline";
import { displayName } from "../person";
import { nameColumns } from "../person.server";
import { allow, type Viewer } from "../policy";
import { ofCurrentCycle } from "../review-cycle.server";
import { assignments, employeeDisciplines, employees, permits, users } from "../tables.server";
import { isReviewing } from "./reviewer-scope.server";

/** The reviewers who can be given work now, with what they are certified in and how much is open. */
export async function listReviewers(viewer: Viewer) {
  allow(viewer, "employee.read");
  const open = db
    .select({ employeeId: assignments.employeeId, open: count().as("open") })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(ne(assignments.status, "completed"))
    .groupBy(assignments.employeeId)
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
    .where(isReviewing)
    .orderBy(asc(employees.id));
  const reviewers = new Map<number, { id: number; name: string; open: number; disciplines: Discipline[] }>();
  for (const { id, open: openWork, discipline, ...person } of rows) {
    const name = displayName(person);
    const reviewer = reviewers.get(id) ?? { id, name, open: openWork, disciplines: [] };
    if (discipline) reviewer.disciplines.push(discipline);
    reviewers.set(id, reviewer);
  }
  return [...reviewers.values()].sort((one, other) => one.name.localeCompare(other.name, "en-US"));
}

/** Work in a discipline and the reviewer who is to have it. */
export type NewAssignment = { discipline: Discipline; employeeId: number };

/** Tells which work can be given now: to reviewers who are active and certified in its discipline. */
export async function certification(
  tx: Connection,
  rows: NewAssignment[],
): Promise<(row: NewAssignment) => boolean> {
  const asked = rows.map(({ employeeId }) => employeeId);
  const certified = await tx
    .select({ employeeId: employees.id, discipline: employeeDisciplines.discipline })
    .from(employees)
    .innerJoin(users, and(eq(users.id, employees.userId), eq(users.isActive, true)))
    .innerJoin(employeeDisciplines, eq(employeeDisciplines.employeeId, employees.id))
    .where(inArray(employees.id, asked));
  return (row) =>
    certified.some((each) => each.employeeId === row.employeeId && each.discipline === row.discipline);
}

/** What is said of work that cannot be given to its reviewer. */
export const notCertified = (discipline: Discipline) =>
  `This reviewer is inactive or not certified in ${discipline}. Choose another.`;
