import { planCheckEndpoints } from "~/api/corrections.server";
import { idOf, methods, query, replyPage } from "~/api.server";
import { listPlanChecks } from "~/models/plan-review/permit-plan-checks.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.plan-checks._index";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const paging = query(url, planCheckEndpoints.list.query);
      return replyPage(planCheckEndpoints.list, paging, listPlanChecks(viewer, id));
    },
  });

export const action = loader;
