import { planCheckEndpoints } from "~/api/corrections.server";
import { body, idOf, methods, reply } from "~/api.server";
import { isReviewCycle } from "~/models/permits/permit";
import { changePlanCheckDates } from "~/models/plan-review/plan-check-dates.server";
import { readPlanCheck } from "~/models/plan-review/plan-check-list.server";
import { notFound } from "~/models/refusal";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.plan-checks.$cycle._index";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PATCH: async () => {
      const [viewer, id, { cycle }] = [viewerOf(context), idOf(params), params];
      if (!isReviewCycle(cycle)) throw notFound("Plan check");
      const changes = await body(request, planCheckEndpoints.update.body);
      await changePlanCheckDates(viewer, id, cycle, changes);
      return reply(planCheckEndpoints.update, readPlanCheck(viewer, id, cycle));
    },
  });

export const action = loader;
