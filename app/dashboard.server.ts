import { citySummary } from "./models/city-list.server";
import { employeeSummary } from "./models/employee-list.server";
import type { Viewer } from "./models/policy";
import { dashboardStatistics } from "./models/statistics.server";
import { loadPermitTable } from "./permit-table.server";

/** The administrator's dashboard at an address. */
export async function loadDashboard(viewer: Viewer, url: URL) {
  return {
    statistics: await dashboardStatistics(viewer),
    table: await loadPermitTable(viewer, url),
    cities: await citySummary(viewer),
    employees: await employeeSummary(viewer),
  };
}

export type DashboardData = Awaited<ReturnType<typeof loadDashboard>>;
