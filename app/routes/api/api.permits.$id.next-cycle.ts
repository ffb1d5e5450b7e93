import { readWholePermit } from "~/api/permit-call.server";
import { permitCalls } from "~/api/permits.server";
import { body, idOf, methods, reply } from "~/api.server";
import { startNextCycle } from "~/models/plan-review/next-cycle.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.next-cycle";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    POST: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { updatedAt: seen, formKey } = await body(request, permitCalls.startNextCycle.body);
      const current = () => readWholePermit(viewer, id);
      const started = startNextCycle(viewer, id, undefined, { seen, formKey }).then(current);
      return reply(permitCalls.startNextCycle, started, { current });
    },
  });

export const action = loader;
