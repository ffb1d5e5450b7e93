import { asEmployee, employeeEndpoints } from "~/api/employees.server";
import { body, idOf, methods, noBody, query, reply } from "~/api.server";
import { deleteEmployee, updateEmployee } from "~/models/employees/employee.server";
import { readColleague } from "~/models/employees/employee-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.employees.$id._index";

export function loader({ request, params, url, context }: Route.LoaderArgs) {
  const change = async () => {
    const [viewer, id] = [viewerOf(context, "employee.manage"), idOf(params)];
    const { updatedAt, ...changes } = await body(request, employeeEndpoints.update.body);
    const current = async () => asEmployee(await readColleague(viewer, id));
    const changed = updateEmployee(viewer, id, changes, updatedAt).then(asEmployee);
    return reply(employeeEndpoints.update, changed, { current });
  };
  return methods(request, {
    GET: async () => {
      const viewer = viewerOf(context, "employee.read");
      query(url, employeeEndpoints.read.query);
      const employee = await readColleague(viewer, idOf(params));
      return reply(employeeEndpoints.read, asEmployee(employee));
    },
    PUT: change,
    PATCH: change,
    DELETE: async () => {
      const viewer = viewerOf(context);
      await noBody(request);
      const { id } = await deleteEmployee(viewer, idOf(params));
      return reply(employeeEndpoints.remove, { id, message: "Employee deleted successfully" });
    },
  });
}

export const action = loader;
