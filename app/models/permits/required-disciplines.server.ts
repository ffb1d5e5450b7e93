import { inArray } from "drizzle-orm";
import { type Connection, db } from "../db.server";
import { type Discipline, disciplines } from "../discipline";
import { permitDisciplines } from "../tables.server";

/**
 * Reads the required disciplines of permits in one query and returns a look-up by permit id; each list is in
 * the order of `disciplines`.
 */
export async function requiredDisciplinesOf(
  permits: { id: number }[],
  connection: Connection = db,
): Promise<(permitId: number) => Discipline[]> {
  const ids = permits.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await connection.select().from(permitDisciplines).where(inArray(permitDisciplines.permitId, ids));
  const required = new Map<number, Set<Discipline>>();
  for (const { permitId, discipline } of rows) {
    required.set(permitId, (required.get(permitId) ?? new Set()).add(discipline));
  }
  return (permitId) => disciplines.filter((discipline) => required.get(permitId)?.has(discipline));
}
