import { and, eq, inArray, not, or, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { disciplinesIn } from "../discipline";
import { visibleTo } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { currentCycleSql } from "../review-cycle.server";
import { pick } from "../shown-fields";
import { assignments, permitDisciplines, permits } from "../tables.server";

/** The required disciplines that are neither assigned in the current cycle nor finished before, as `lacksReviewer` says. */
export const unassigned = sql`coalesce((${db
  .select({ names: sql`string_agg(${permitDisciplines.discipline}, ',')` })
  .from(permitDisciplines)
  .where(
    and(
      eq(permitDisciplines.permitId, permits.id),
      not(
        existsIn(
          assignments,
          eq(assignments.permitId, permits.id),
          eq(assignments.discipline, permitDisciplines.discipline),
          or(
            currentCycleSql,
            and(
              eq(assignments.status, "completed"),
              sql`coalesce(${assignments.decision}, '') <> 'corrections_required'`,
            ),
          ),
        ),
      ),
    ),
  )}), '')`.mapWith(disciplinesIn);

/** What each of these permits lacks a plan reviewer for. */
export async function listUnassigned(viewer: Viewer, permitIds: number[], connection: Connection = db) {
  const rows = await connection
    .select({ ...pick(permits, "id", "isAssigned"), unassigned })
    .from(permits)
    .where(and(inArray(permits.id, permitIds), visibleTo(viewer)));
  return new Map(rows.map(({ id, ...permit }) => [id, permit]));
}
