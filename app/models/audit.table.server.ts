import { sql } from "drizzle-orm";
import { id, moment } from "../platform/db/column-types.server";
import { index, integer, json, table, text } from "../platform/db/dialect.server";
import { users } from "./accounts/accounts.table.server";

/** It stores names, since users and permits may be deleted. Triggers refuse changes, but of `actorId` to null, and deletions within a year. */
export const auditEvents = table(
  "audit_events",
  {
    id: id(),
    at: moment().notNull(),
    actorId: integer().references(() => users.id, { onDelete: "set null" }),
    actorName: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    subjectId: integer(),
    /** `{ field: [before, after] }`, or other details of the event. */
    changes: json().$type<Record<string, unknown>>().notNull(),
  },
  (event) => [
    index("audit_events_by_subject").on(event.subject, event.subjectId, event.id),
    index("audit_events_by_actor").on(event.actorId, event.id),
    index("audit_events_by_time").on(event.at),
    // For the filters of the page, newest first.
    index("audit_events_by_actor_and_time").on(
      event.actorId,
      event.at,
      event.id,
      event.subject,
      event.action,
    ),
    index("audit_events_by_subject_and_time").on(event.subject, event.at, event.id),
    index("audit_events_by_action_and_time").on(event.action, event.at, event.id),
    index("audit_events_by_name")
      .on(event.actorName, event.at, event.id)
      .where(sql`${event.actorId} is null`),
  ],
);
