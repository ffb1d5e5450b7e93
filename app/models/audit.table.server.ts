import { id, moment } from "../platform/db/column-types.server";
import { index, integer, json, table, text } from "../platform/db/dialect.server";
import { users } from "./accounts/accounts.table.server";

/** It stores names, since users and permits may be deleted. */
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
  ],
);
