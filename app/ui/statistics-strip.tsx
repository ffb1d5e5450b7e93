import type { DashboardStatistics } from "~/models/dashboard/statistics.server";
import { Statistics } from "./statistics";

export function StatisticsStrip({ statistics }: { statistics: DashboardStatistics }) {
  return (
    <Statistics
      items={[
        {
          label: "Total Permits",
          value: statistics.totalPermits.toLocaleString("en-US"),
          hint: "In every status",
        },
        {
          label: "Pending Review",
          value: statistics.pendingReview.toLocaleString("en-US"),
          hint: "Permits in process",
        },
        { label: "Active Cities", value: statistics.activeCities, hint: "Cities that accept new permits" },
        { label: "Employees", value: statistics.totalEmployees, hint: "Certified plan reviewers" },
      ]}
    />
  );
}
