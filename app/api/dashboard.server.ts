import { dashboardStatistics } from "~/models/dashboard/statistics.server";
import { z } from "~/models/schema.server";
import { endpointsOf } from "~/platform/api/endpoint.server";

const count = z.int().min(0);

const dashboard = endpointsOf({ noun: "Dashboard", who: "statistics.read" });

export const dashboardEndpoints = [
  dashboard.get("/api/dashboard/stats", {
    summary: "Four counts; pendingReview is the number of permits in process",
    response: z.object({
      totalPermits: count,
      pendingReview: count,
      activeCities: count,
      totalEmployees: count,
    }),
    handle: ({ viewer }) => dashboardStatistics(viewer),
  }),
];
