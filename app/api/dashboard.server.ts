import { type Call, noQuery, z } from "~/endpoint.server";

const count = z.int().min(0);

export const dashboardCalls = {
  stats: {
    method: "GET",
    address: "/api/dashboard/stats",
    noun: "Dashboard",
    summary: "Four counts; pendingReview counts the permits in process",
    who: "statistics.read",
    query: noQuery,
    answer: z.object({
      totalPermits: count,
      pendingReview: count,
      activeCities: count,
      totalEmployees: count,
    }),
  },
} as const satisfies Record<string, Call>;
