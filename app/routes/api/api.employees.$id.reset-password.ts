import { asEmployee, employeeEndpoints } from "~/api/employees.server";
import { idOf, methods, noBody, reply } from "~/api.server";
import { sendEmployeeLink } from "~/models/employees/employee.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.employees.$id.reset-password";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    POST: async () => {
      const viewer = viewerOf(context);
      await noBody(request);
      const { employee, link } = await sendEmployeeLink(viewer, idOf(params));
      return reply(employeeEndpoints.resetPassword, { ...asEmployee(employee), resetLink: link });
    },
  });

export const action = loader;
