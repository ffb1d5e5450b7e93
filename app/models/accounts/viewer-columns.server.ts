import { nameColumns } from "../person.server";
import { employees, users } from "../tables.server";

/** The columns of a viewer, in a query of users joined with their employees. */
export const viewerColumns = {
  id: users.id,
  role: users.role,
  cityId: users.cityId,
  employeeId: employees.id,
  ...nameColumns,
  profileImagePath: users.profileImagePath,
};
