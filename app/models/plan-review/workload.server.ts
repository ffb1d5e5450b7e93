import { and, asc, count, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Connection } from "../db.server";
import { ofCurrentCycle } from "../review-cycle.server";
import { assignments, permits, timeEntries } from "../tables.server";

/** The condition for assignments that are not completed and are in the current cycle of their permit. */
export const isOpen = and(
  ne(assignments.status, "completed"),
  sql`exists (select 1 from ${permits} where ${ofCurrentCycle})`,
) as SQL;

/** Counts an employee's open assignments. `hasRecords` is true if there are other assignments or hours. */
export async function workloadOf(connection: Connection, employeeId: number) {
  const byDiscipline = await connection
    .select({ discipline: assignments.discipline, open: count() })
    .from(assignments)
    .where(and(eq(assignments.employeeId, employeeId), isOpen))
    .groupBy(assignments.discipline)
    .orderBy(asc(assignments.discipline));
  const open = byDiscipline.reduce((sum, discipline) => sum + discipline.open, 0);
  const [assigned] = await connection
    .select({ assignments: count() })
    .from(assignments)
    .where(eq(assignments.employeeId, employeeId));
  const [logged] = await connection
    .select({ entries: count() })
    .from(timeEntries)
    .where(eq(timeEntries.employeeId, employeeId));
  const hasRecords = (assigned?.assignments ?? 0) > open || (logged?.entries ?? 0) > 0;
  return { byDiscipline, open, hasRecords };
}

export type Workload = Awaited<ReturnType<typeof workloadOf>>;
