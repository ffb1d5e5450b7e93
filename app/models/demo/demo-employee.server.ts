import { and, asc, eq } from "drizzle-orm";
import { db } from "../db.server";
import { disciplineValues } from "../discipline";
import { fullName } from "../person";
import { byName } from "../person.server";
import { reach } from "../policy";
import { z } from "../schema.server";
import { employeeDisciplines, employees, users } from "../tables.server";

export const DemoEmployeeForm = z.object({ userId: z.number().int().min(1) });

/** Reviewers only. */
export async function listDemoEmployees() {
  const rows = await db
    .select({
      id: users.id,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      discipline: employeeDisciplines.discipline,
    })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .leftJoin(employeeDisciplines, eq(employeeDisciplines.employeeId, employees.id))
    .where(and(eq(users.isActive, true), eq(users.isInvited, false)))
    .orderBy(byName, asc(users.id));
  const reviewers = rows.filter((row) => reach(row, "assignment.work") === "own");
  return [...new Map(reviewers.map((row) => [row.id, row])).values()].map(
    ({ id, email, firstName, lastName }) => {
      const certified = new Set(reviewers.filter((row) => row.id === id).map(({ discipline }) => discipline));
      return {
        id,
        email,
        name: fullName({ firstName, lastName }) || email,
        disciplines: disciplineValues.filter((discipline) => certified.has(discipline)),
      };
    },
  );
}
