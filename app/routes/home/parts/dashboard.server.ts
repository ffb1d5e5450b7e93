import { readLastBackup } from "~/models/backups/last-backup.server";
import { citySummary } from "~/models/cities/city-list.server";
import { today } from "~/models/clock.server";
import { firstSteps } from "~/models/dashboard/first-steps.server";
import { homeQueue } from "~/models/dashboard/home-queue.server";
import { administratorStatistics } from "~/models/dashboard/statistics.server";
import { employeeSummary } from "~/models/employees/employee-list.server";
import { lastGoodBackup } from "~/models/notices/backup-notice.server";
import { listNotices } from "~/models/notices/notice.server";
import type { Viewer } from "~/models/policy";
import { loadPermitTable } from "../../permits/parts/load-permit-table.server";

export async function loadDashboard(viewer: Viewer, url: URL) {
  const { undelivered, ...statistics } = await administratorStatistics(viewer, today());
  const lastBackup = await readLastBackup();
  return {
    ...statistics,
    notices: await listNotices(viewer, { undelivered, lastBackup }),
    firstSteps: await firstSteps(viewer, statistics.statistics),
    lastBackup: lastGoodBackup(lastBackup),
    queue: await homeQueue(viewer, today(), undelivered.failed),
    table: await loadPermitTable(viewer, url),
    cities: await citySummary(viewer),
    employees: await employeeSummary(viewer),
  };
}

export type DashboardData = Awaited<ReturnType<typeof loadDashboard>>;
