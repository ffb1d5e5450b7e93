import { decisionEndpoints } from "~/api/corrections.server";
import { body, idOf, methods, reply } from "~/api.server";
import { readAssignment } from "~/models/plan-review/assignment-list.server";
import { decide } from "~/models/plan-review/decision.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.assignments.$id.decision";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PATCH: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { updatedAt: expectedAssignment, ...decision } = await body(
        request,
        decisionEndpoints.decide.body,
      );
      const current = () => readAssignment(viewer, id);
      const decided = decide(viewer, id, decision, { expectedAssignment }).then(current);
      return reply(decisionEndpoints.decide, decided, { current });
    },
  });

export const action = loader;
