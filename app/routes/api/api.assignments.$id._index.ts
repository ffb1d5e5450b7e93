import { assignmentEndpoints } from "~/api/plan-review.server";
import { body, idOf, methods, reply } from "~/api.server";
import { updateAssignment } from "~/models/plan-review/assignment.server";
import { readAssignment } from "~/models/plan-review/assignment-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.assignments.$id._index";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PATCH: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { updatedAt: expectedVersion, ...changes } = await body(request, assignmentEndpoints.update.body);
      const current = () => readAssignment(viewer, id);
      const changed = updateAssignment(viewer, id, changes, { expectedVersion }).then(current);
      return reply(assignmentEndpoints.update, changed, { current });
    },
  });

export const action = loader;
