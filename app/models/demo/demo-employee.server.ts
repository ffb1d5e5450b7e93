import { listActiveStaff } from "../employees/employee-list.server";
import { scopeOf } from "../policy";
import { rowId, z } from "../schema.server";

export const DemoEmployeeForm = z.object({ userId: rowId });

export async function listDemoEmployees() {
  return (await listActiveStaff())
    .filter((employee) => scopeOf(employee, "assignment.work") === "own")
    .map(({ userId, email, name, disciplines }) => ({ id: userId, email, name, disciplines }));
}
