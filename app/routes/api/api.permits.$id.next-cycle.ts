import { permitEndpoints, readPermitResponse } from "~/api/permits.server";
import { body, idOf, methods, reply } from "~/api.server";
import { startNextCycle } from "~/models/plan-review/next-cycle.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.next-cycle";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    POST: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { updatedAt: expectedVersion, formKey: idempotencyKey } = await body(
        request,
        permitEndpoints.startNextCycle.body,
      );
      const current = () => readPermitResponse(viewer, id);
      const started = startNextCycle(viewer, id, undefined, { expectedVersion, idempotencyKey }).then(
        current,
      );
      return reply(permitEndpoints.startNextCycle, started, { current });
    },
  });

export const action = loader;
