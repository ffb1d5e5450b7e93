import { and, asc, count, eq, exists, or, sql } from "drizzle-orm";
import type { Connection } from "../db.server";
import { assignments, employees, timeEntries } from "../tables.server";
import { openSqlOf } from "./assignment-list.server";

/** `hasRecords` is true if there are other assignments or hours. */
export async function workloadOf(connection: Connection, employeeId: number) {
  const byDiscipline = await connection
    .select({ discipline: assignments.discipline, open: count() })
    .from(assignments)
    .where(openSqlOf(employeeId))
    .groupBy(assignments.discipline)
    .orderBy(asc(assignments.discipline));
  const open = byDiscipline.reduce((sum, discipline) => sum + discipline.open, 0);
  const other = connection
    .select({ one: sql`1` })
    .from(assignments)
    .where(and(eq(assignments.employeeId, employeeId), eq(assignments.isOpen, false)));
  const entries = connection
    .select({ one: sql`1` })
    .from(timeEntries)
    .where(eq(timeEntries.employeeId, employeeId));
  const records = await connection
    .select({ id: employees.id })
    .from(employees)
    .where(and(eq(employees.id, employeeId), or(exists(other), exists(entries))));
  return { byDiscipline, open, hasRecords: records.length > 0 };
}
