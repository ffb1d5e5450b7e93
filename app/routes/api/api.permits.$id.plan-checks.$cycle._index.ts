import { planCheckEndpoints } from "~/api/corrections.server";
import { body, cycleOf, idOf, methods, reply } from "~/api.server";
import { readPlanCheck } from "~/models/plan-review/permit-plan-checks.server";
import { changePlanCheckDates } from "~/models/plan-review/plan-check-dates.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.plan-checks.$cycle._index";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PATCH: async () => {
      const [viewer, id, cycle] = [viewerOf(context), idOf(params), cycleOf(params)];
      const changes = await body(request, planCheckEndpoints.update.body);
      await changePlanCheckDates(viewer, id, cycle, changes);
      return reply(planCheckEndpoints.update, readPlanCheck(viewer, id, cycle));
    },
  });

export const action = loader;
