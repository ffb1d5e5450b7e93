import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { db } from "../db.server";
import type { Discipline } from "../discipline";
import type { Permit } from "../permits/permit-scope.server";
import { scopeOf, type Viewer } from "../policy";
import { auditEvents, corrections } from "../tables.server";
import { numberOf } from "./correction";

/** Null if it is as its author wrote it. */
export const lastEditor = sql`(${db
  .select({ actorName: auditEvents.actorName })
  .from(auditEvents)
  .where(
    and(
      eq(auditEvents.subject, "correction"),
      eq(auditEvents.subjectId, corrections.id),
      eq(auditEvents.action, "correction.updated"),
    ),
  )
  .orderBy(desc(auditEvents.id))
  .limit(1)})` as SQL<string | null>;

/** Undefined outside the firm. */
export async function findDeleted(viewer: Viewer, { id: permitId }: Permit, correctionId: number) {
  if (scopeOf(viewer, "correction.read") !== "all") return undefined;
  const [event] = await db
    .select({ deletedBy: auditEvents.actorName, changes: auditEvents.changes })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subject, "correction"),
        eq(auditEvents.subjectId, correctionId),
        eq(auditEvents.action, "correction.deleted"),
      ),
    );
  const before = (name: string) => (event?.changes as Record<string, unknown[]> | undefined)?.[name]?.[0];
  if (!event || before("permitId") !== permitId) return undefined;
  const discipline = before("discipline") as Discipline;
  return {
    deletedBy: event.deletedBy,
    discipline,
    number: numberOf({ discipline, number: before("number") as number }),
  };
}
