import type { ReactNode } from "react";
import type { DashboardStatistics } from "~/models/dashboard/statistics.server";

type Statistic = { label: string; value: ReactNode; hint?: ReactNode };

export function Statistics({ items }: { items: Statistic[] }) {
  return (
    <dl className="statistics">
      {items.map(({ label, value, hint }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {hint && <dd className="small">{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}

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
