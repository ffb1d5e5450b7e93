import { asEmployee, employeeCalls } from "~/api/employees.server";
import { body, methods, query, reply, replyPage } from "~/api.server";
import { createEmployee } from "~/models/employees/employee.server";
import { listColleagues } from "~/models/employees/employee-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.employees._index";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      const viewer = viewerOf(context, "employee.read");
      const { search, ...paging } = query(url, employeeCalls.list.query);
      const rows = await listColleagues(viewer, search);
      return replyPage(employeeCalls.list, paging, rows.map(asEmployee));
    },
    POST: async () => {
      const viewer = viewerOf(context, "employee.manage");
      const { employee, link } = await createEmployee(viewer, await body(request, employeeCalls.create.body));
      return reply(employeeCalls.create, { ...asEmployee(employee), inviteLink: link });
    },
  });

export const action = loader;
