import { and, asc, count, eq } from "drizzle-orm";
import type { Connection } from "../db.server";
import { assignments, timeEntries } from "../tables.server";
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
  const isOther = and(eq(assignments.employeeId, employeeId), eq(assignments.isOpen, false));
  const records =
    (await connection.$count(assignments, isOther)) +
    (await connection.$count(timeEntries, eq(timeEntries.employeeId, employeeId)));
  return { byDiscipline, open, hasRecords: records > 0 };
}
