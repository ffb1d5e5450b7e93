import { dashboardEndpoints } from "~/api/dashboard.server";
import { methods, query, reply } from "~/api.server";
import { dashboardStatistics } from "~/models/dashboard/statistics.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.dashboard.stats";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const viewer = viewerOf(context, "statistics.read");
      query(url, dashboardEndpoints.stats.query);
      return reply(dashboardEndpoints.stats, dashboardStatistics(viewer));
    },
  });

export const action = loader;
