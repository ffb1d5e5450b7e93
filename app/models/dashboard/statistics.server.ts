import { countActiveCities } from "../cities/city.server";
import { countReviewers } from "../employees/employee-list.server";
import { permitTotals } from "../permits/permit-list.server";
import { allow, type Viewer } from "../policy";

export type DashboardStatistics = Awaited<ReturnType<typeof dashboardStatistics>>;

/**
 * Returns the four counts of the dashboard; `pendingReview` counts permits in process. Throws 403 unless the
 * viewer is staff.
 */
export async function dashboardStatistics(viewer: Viewer) {
  allow(viewer, "statistics.read");
  const totals = await permitTotals(viewer);
  return {
    totalPermits: Object.values(totals).reduce((sum, permits) => sum + permits, 0),
    pendingReview: totals.in_process,
    activeCities: await countActiveCities(),
    totalEmployees: await countReviewers(),
  };
}
