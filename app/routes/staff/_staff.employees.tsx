import { employeeAction, loadEmployees } from "~/pages/employees/employees.server";
import { EmployeesPage } from "~/ui/employees/employees-page";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.employees";

export const handle = { hasList: true };

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  loadEmployees(viewerOf(context, "employee.manage"), request, url);

export const action = ({ request, url, context }: Route.ActionArgs) =>
  employeeAction({ request, viewer: viewerOf(context, "employee.manage"), url });

export default function Employees({ loaderData }: Route.ComponentProps) {
  return <EmployeesPage employees={loaderData} />;
}
