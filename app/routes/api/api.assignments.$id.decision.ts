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
      await decide(viewer, id, await body(request, decisionEndpoints.decide.body));
      return reply(decisionEndpoints.decide, readAssignment(viewer, id));
    },
  });

export const action = loader;
