import { asc, eq, inArray, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { orderOfName } from "~/platform/db/list-order.server";
import { personName } from "./person";
import { employees, users } from "./tables.server";

export const nameColumns = { firstName: users.firstName, lastName: users.lastName, email: users.email };

export const fullName = sql`trim(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, ''))`;

export const byName = asc(orderOfName(sql`coalesce(nullif(${fullName}, ''), ${users.email})`));

export async function reviewerNames(ids: (number | null | undefined)[], connection: Connection = db) {
  const employeeIds = ids.filter((id) => id != null);
  if (employeeIds.length === 0) return new Map<number, string>();
  const rows = await connection
    .select({ id: employees.id, ...nameColumns })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(inArray(employees.id, employeeIds));
  return new Map(rows.map(({ id, ...person }) => [id, personName(person)]));
}
