import { letterEndpoints } from "~/api/letters.server";
import { body, cycleOf, idOf, methods, reply } from "~/api.server";
import { handOverLetter } from "~/models/letters/hand-over.server";
import { readPlanCheck } from "~/models/plan-review/permit-plan-checks.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.plan-checks.$cycle.hand-over";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    POST: async () => {
      const [viewer, id, cycle] = [viewerOf(context), idOf(params), cycleOf(params)];
      const { how: _how, handedOverOn, reason } = await body(request, letterEndpoints.handOver.body);
      await handOverLetter(viewer, id, cycle, { handedOverOn, reason });
      return reply(letterEndpoints.handOver, readPlanCheck(viewer, id, cycle));
    },
  });

export const action = loader;
