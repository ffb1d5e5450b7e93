import { asEmployee, employeeEndpoints } from "~/api/employees.server";
import { body, methods, query, reply, replyPage } from "~/api.server";
import { createEmployee } from "~/models/employees/employee.server";
import { listColleagues } from "~/models/employees/employee-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.employees._index";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      const viewer = viewerOf(context, "employee.read");
      const { search, ...paging } = query(url, employeeEndpoints.list.query);
      const rows = await listColleagues(viewer, search);
      return replyPage(employeeEndpoints.list, paging, rows.map(asEmployee));
    },
    POST: async () => {
      const viewer = viewerOf(context, "employee.manage");
      const { employee, link } = await createEmployee(
        viewer,
        await body(request, employeeEndpoints.create.body),
      );
      return reply(employeeEndpoints.create, { ...asEmployee(employee), inviteLink: link });
    },
  });

export const action = loader;
