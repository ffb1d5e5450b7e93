import { eq, or, type SQL, sql } from "drizzle-orm";
import { staffRoles } from "../policy";
import { employeeDisciplines, employees, users } from "../tables.server";

/** Administrators review if they are certified. */
export const isReviewing = or(
  eq(users.role, staffRoles.reviewer),
  sql`exists (select 1 from ${employeeDisciplines} where ${employeeDisciplines.employeeId} = ${employees.id})`,
) as SQL;
