import { employeeEndpoints } from "~/api/employees.server";
import { body, idOf, methods, reply } from "~/api.server";
import { reassignedMessage } from "~/models/employees/employee";
import { reassignWork } from "~/models/employees/reassignment.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.employees.$id.reassign";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    POST: async () => {
      const [viewer, id] = [viewerOf(context, "employee.manage"), idOf(params)];
      const { moves } = await body(request, employeeEndpoints.reassign.body);
      const moved = await reassignWork(viewer, id, moves);
      return reply(employeeEndpoints.reassign, { id, moved, message: reassignedMessage(moved) });
    },
  });

export const action = loader;
