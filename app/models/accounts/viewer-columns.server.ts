import { nameColumns } from "../person.server";
import { employees, users } from "../tables.server";

/** In a query of users with their employees: what a viewer is made of, however they signed in. */
export const viewerColumns = {
  id: users.id,
  role: users.role,
  cityId: users.cityId,
  employeeId: employees.id,
  ...nameColumns,
  profileImagePath: users.profileImagePath,
};
