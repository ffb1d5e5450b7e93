import { body, methods, query, reply } from "~/api.server";
import { pageOf } from "~/calls/call.server";
import { asEmployee, employeeCalls } from "~/calls/employee.server";
import { createEmployee } from "~/models/employee.server";
import { listColleagues } from "~/models/employee-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.employees._index";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      const viewer = viewerOf(context, "employee.read");
      const { search, ...paging } = query(url, employeeCalls.list.query);
      const { rows, total } = await listColleagues(viewer, { search }, pageOf(paging));
      return reply(employeeCalls.list, rows.map(asEmployee), { total });
    },
    POST: async () => {
      const viewer = viewerOf(context, "employee.manage");
      const { employee, link } = await createEmployee(viewer, await body(request, employeeCalls.create.body));
      return reply(employeeCalls.create, { ...asEmployee(employee), inviteLink: link });
    },
  });

export const action = loader;
