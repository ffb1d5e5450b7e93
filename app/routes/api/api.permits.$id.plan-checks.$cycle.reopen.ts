import { letterEndpoints } from "~/api/letters.server";
import { body, cycleOf, idOf, methods, reply } from "~/api.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { readPlanCheck } from "~/models/plan-review/permit-plan-checks.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.plan-checks.$cycle.reopen";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    POST: async () => {
      const [viewer, id, cycle] = [viewerOf(context), idOf(params), cycleOf(params)];
      const { reason } = await body(request, letterEndpoints.reopen.body);
      await reopenPlanCheck(viewer, id, cycle, { reason });
      return reply(letterEndpoints.reopen, readPlanCheck(viewer, id, cycle));
    },
  });

export const action = loader;
