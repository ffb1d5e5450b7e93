import { eq } from "drizzle-orm";
import { db } from "../db.server";
import type { PermitStatus } from "../permits/permit";
import { allow, type Viewer } from "../policy";
import { approvalCounts, permitCounts } from "../tables.server";

/** `daysToApproval` is the average of calendar days from creation to the latest approval; null without any. */
export async function cityStatistics(viewer: Viewer, cityId: number) {
  allow(viewer, "city.manage");
  const rows = await db
    .select({
      status: permitCounts.status,
      permits: permitCounts.permits,
      approved: approvalCounts.permits,
      days: approvalCounts.days,
    })
    .from(permitCounts)
    .leftJoin(approvalCounts, eq(approvalCounts.cityId, permitCounts.cityId))
    .where(eq(permitCounts.cityId, cityId));
  const byStatus: Partial<Record<PermitStatus, number>> = {};
  for (const { status, permits } of rows) byStatus[status] = permits;
  const [{ approved, days } = {}] = rows;
  return { byStatus, daysToApproval: approved ? (days ?? 0) / approved : null };
}
