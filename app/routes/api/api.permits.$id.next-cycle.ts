import { permitEndpoints, readPermitResponse } from "~/api/permits.server";
import { body, idOf, methods, reply } from "~/api.server";
import { startNextCycle } from "~/models/plan-review/next-cycle.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.next-cycle";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    POST: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { updatedAt, formKey, ...days } = await body(request, permitEndpoints.startNextCycle.body);
      const current = () => readPermitResponse(viewer, id);
      const options = { expectedVersion: updatedAt, idempotencyKey: formKey, ...days };
      const started = startNextCycle(viewer, id, undefined, options).then(current);
      return reply(permitEndpoints.startNextCycle, started, { current });
    },
  });

export const action = loader;
