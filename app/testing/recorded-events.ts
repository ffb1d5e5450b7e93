import { and, asc, eq } from "drizzle-orm";
import type { AuditKind } from "~/models/audit-action";
import { auditEvents } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";

/** Returns what was recorded about a row, oldest first. */
export const eventsOf = (subject: AuditKind, id: number) =>
  db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, subject), eq(auditEvents.subjectId, id)))
    .orderBy(asc(auditEvents.id));
