import { eq, sql } from "drizzle-orm";
import { db } from "../db.server";
import { prepareOncePerShape } from "../prepared.server";
import { assignmentCounts } from "../tables.server";
import { type AssignmentStatus, assignmentStatusValues } from "./assignment";

/** In current cycles, of one reviewer or of all. Triggers maintain the counts. */
export async function countByStatus(employeeId?: number): Promise<Record<AssignmentStatus, number>> {
  const [counts] = await countsFor(employeeId !== undefined).execute({ employeeId });
  return counts as Record<AssignmentStatus, number>;
}

const countsFor = prepareOncePerShape((isOfReviewer: boolean) =>
  db
    .select(Object.fromEntries(assignmentStatusValues.map((status) => [status, countOf(status)])))
    .from(assignmentCounts)
    .where(isOfReviewer ? eq(assignmentCounts.employeeId, sql.placeholder("employeeId")) : undefined)
    .prepare(),
);

const countOf = (status: AssignmentStatus) => {
  const isOfStatus = eq(assignmentCounts.status, status);
  return sql<number>`coalesce(sum(${assignmentCounts.assignments}) filter (where ${isOfStatus}), 0)`;
};

export const totalOfStatuses = (counts: Record<AssignmentStatus, number>, status?: AssignmentStatus) =>
  status ? counts[status] : assignmentStatusValues.reduce((sum, each) => sum + counts[each], 0);
