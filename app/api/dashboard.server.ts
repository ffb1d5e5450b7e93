import { dashboardStatistics } from "~/models/dashboard/statistics.server";
import { z } from "~/models/schema.server";
import { get } from "~/platform/api/endpoint.server";

const count = z.int().min(0);

export const dashboardEndpoints = [
  get("/api/dashboard/stats", {
    noun: "Dashboard",
    summary: "Four counts; pendingReview is the number of permits in process",
    who: "statistics.read",
    response: z.object({
      totalPermits: count,
      pendingReview: count,
      activeCities: count,
      totalEmployees: count,
    }),
    handle: ({ viewer }) => dashboardStatistics(viewer),
  }),
];
