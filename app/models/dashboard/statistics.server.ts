import { eq, inArray, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import type { CalendarDate } from "../calendar-date";
import { countReviewers } from "../employees/employee-list.server";
import { damagedLetterRows } from "../letters/letter-check.server";
import { delayedBefore, undeliveredColumns } from "../mail/mail-log.server";
import { pendingReview } from "../permits/permit";
import { planCheckCountColumns } from "../plan-checks/plan-check-counts.server";
import { allow, type Viewer } from "../policy";
import { cities, permitCounts } from "../tables.server";

export type DashboardStatistics = Awaited<ReturnType<typeof dashboardStatistics>>;

const { permits, status } = permitCounts;

const columns = {
  totalPermits: sql<number>`coalesce(sum(${permits}), 0)`,
  pendingReview: sql<number>`coalesce(sum(case when ${inArray(status, pendingReview)} then ${permits} end), 0)`,
  activeCities: db.$count(cities, eq(cities.isActive, true)),
  totalEmployees: sql<number>`(${countReviewers()})`,
};

export async function dashboardStatistics(viewer: Viewer) {
  allow(viewer, "statistics.read");
  const [row] = await findStatistics.execute();
  if (!row) throw new Error("An aggregate has one row");
  return row;
}

const findStatistics = db.select(columns).from(permitCounts).prepare();

export async function administratorStatistics(viewer: Viewer, today: CalendarDate) {
  allow(viewer, "statistics.read");
  allow(viewer, "plan-check.browse");
  allow(viewer, "letter.release");
  allow(viewer, "mail.read");
  const [row] = await findAll.execute({ today, delayedBefore: delayedBefore() });
  if (!row) throw new Error("An aggregate has one row");
  return row;
}

const findAll = db
  .select({
    statistics: columns,
    planChecks: planCheckCountColumns(sql.placeholder("today")),
    damagedLetters: damagedLetterRows,
    undelivered: undeliveredColumns(sql.placeholder("delayedBefore")),
  })
  .from(permitCounts)
  .prepare();
