import { eq, sql } from "drizzle-orm";
import { db } from "../db.server";
import { assignmentCounts } from "../tables.server";
import { type AssignmentStatus, assignmentStatusValues } from "./assignment";

/** The number of assignments in current cycles by status, of one reviewer or of all. Triggers maintain it. */
export async function countByStatus(employeeId?: number): Promise<Record<AssignmentStatus, number>> {
  const rows = await db
    .select({
      status: assignmentCounts.status,
      assignments: sql<number>`sum(${assignmentCounts.assignments})`,
    })
    .from(assignmentCounts)
    .where(employeeId === undefined ? undefined : eq(assignmentCounts.employeeId, employeeId))
    .groupBy(assignmentCounts.status);
  const counts = Object.fromEntries(assignmentStatusValues.map((status) => [status, 0]));
  for (const row of rows) counts[row.status] = row.assignments;
  return counts as Record<AssignmentStatus, number>;
}

/** The number of assignments in current cycles, of all statuses or of one. */
export const totalOf = (counts: Record<AssignmentStatus, number>, status?: AssignmentStatus): number =>
  status ? counts[status] : assignmentStatusValues.reduce((sum, each) => sum + counts[each], 0);
