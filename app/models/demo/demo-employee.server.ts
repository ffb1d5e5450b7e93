import { and, eq } from "drizzle-orm";
import { selectStaff } from "../employees/employee-list.server";
import { scopeOf } from "../policy";
import { z } from "../schema.server";
import { users } from "../tables.server";

export const DemoEmployeeForm = z.object({ userId: z.number().int().min(1) });

/** Reviewers only. */
export async function listDemoEmployees() {
  const employees = await selectStaff(and(eq(users.isActive, true), eq(users.isInvited, false)));
  return employees
    .filter((employee) => scopeOf(employee, "assignment.work") === "own")
    .map(({ userId, email, name, disciplines }) => ({ id: userId, email, name, disciplines }));
}
