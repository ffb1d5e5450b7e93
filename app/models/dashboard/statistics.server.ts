import { sql } from "drizzle-orm";
import { countActiveCities } from "../cities/city.server";
import { db } from "../db.server";
import { countReviewers } from "../employees/employee-list.server";
import { allow, type Viewer } from "../policy";
import { permitCounts } from "../tables.server";

export type DashboardStatistics = Awaited<ReturnType<typeof dashboardStatistics>>;

/**
 * Returns the four counts of the dashboard; `pendingReview` counts permits in process. Throws 403 unless the
 * viewer is staff.
 */
export async function dashboardStatistics(viewer: Viewer) {
  allow(viewer, "statistics.read");
  const { permits, status } = permitCounts;
  const [row] = await db
    .select({
      totalPermits: sql<number>`coalesce(sum(${permits}), 0)`,
      pendingReview: sql<number>`coalesce(sum(case when ${status} = 'in_process' then ${permits} end), 0)`,
      activeCities: sql<number>`(${countActiveCities()})`,
      totalEmployees: sql<number>`(${countReviewers()})`,
    })
    .from(permitCounts);
  if (!row) throw new Error("An aggregate has one row");
  return row;
}
