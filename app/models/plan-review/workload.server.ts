import { and, asc, count, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Connection } from "../db.server";
import { ofCurrentCycle } from "../review-cycle.server";
import { assignments, permits, timeEntries } from "../tables.server";

/** In a query of assignments: not completed, and in the current cycle of its permit. */
export const isOpen = and(
  ne(assignments.status, "completed"),
  sql`exists (select 1 from ${permits} where ${ofCurrentCycle})`,
) as SQL;

/** What an employee still has to do, by discipline, and whether anything of theirs stays on record. */
export async function workOf(connection: Connection, employeeId: number) {
  const byDiscipline = await connection
    .select({ discipline: assignments.discipline, open: count() })
    .from(assignments)
    .where(and(eq(assignments.employeeId, employeeId), isOpen))
    .groupBy(assignments.discipline)
    .orderBy(asc(assignments.discipline));
  const open = byDiscipline.reduce((sum, each) => sum + each.open, 0);
  const [given] = await connection
    .select({ assignments: count() })
    .from(assignments)
    .where(eq(assignments.employeeId, employeeId));
  const [logged] = await connection
    .select({ entries: count() })
    .from(timeEntries)
    .where(eq(timeEntries.employeeId, employeeId));
  const hasRecords = (given?.assignments ?? 0) > open || (logged?.entries ?? 0) > 0;
  return { byDiscipline, open, hasRecords };
}

export type EmployeeWork = Awaited<ReturnType<typeof workOf>>;
