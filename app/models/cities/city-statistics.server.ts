import { and, eq, max, sql } from "drizzle-orm";
import { daysBetween } from "../calendar-date";
import { dayOf } from "../clock.server";
import { db } from "../db.server";
import type { PermitStatus } from "../permits/permit";
import { allow, type Viewer } from "../policy";
import { auditEvents, permitCounts, permits } from "../tables.server";

/**
 * Returns the number of a city's permits by status, and the average number of calendar days from a
 * permit's creation to its latest approval: null if no permit was approved after its creation.
 * Administrators only.
 */
export async function cityStatistics(viewer: Viewer, cityId: number) {
  allow(viewer, "city.manage");
  const rows = await db
    .select({ status: permitCounts.status, permits: permitCounts.permits })
    .from(permitCounts)
    .where(eq(permitCounts.cityId, cityId));
  const byStatus: Partial<Record<PermitStatus, number>> = {};
  for (const { status, permits } of rows) byStatus[status] = permits;
  return { byStatus, daysToApproval: await daysToApproval(cityId) };
}

async function daysToApproval(cityId: number): Promise<number | null> {
  const approvals = await db
    .select({ creationDate: permits.creationDate, approvedAt: max(auditEvents.at) })
    .from(permits)
    .innerJoin(
      auditEvents,
      and(
        eq(auditEvents.subject, "permit"),
        eq(auditEvents.subjectId, permits.id),
        eq(auditEvents.action, "permit.updated"),
        // Both operators mean the same in PostgreSQL.
        sql`${auditEvents.changes} -> 'status' ->> 1 = 'approved'`,
      ),
    )
    .where(and(eq(permits.cityId, cityId), eq(permits.status, "approved")))
    .groupBy(permits.id);
  if (approvals.length === 0) return null;
  const days = approvals.map(({ creationDate, approvedAt }) =>
    Math.max(0, daysBetween(creationDate, dayOf(approvedAt ?? ""))),
  );
  return days.reduce((sum, count) => sum + count, 0) / days.length;
}
