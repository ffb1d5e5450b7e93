import { sql } from "drizzle-orm";
import { id, moment, oneOf } from "../../platform/db/column-types.server";
import { index, integer, json, table, text } from "../../platform/db/dialect.server";
import { mailStatusValues } from "./mail";

export const mailOutbox = table(
  "mail_outbox",
  {
    id: id(),
    toAddress: text().notNull(),
    subject: text().notNull(),
    plainText: text().notNull(),
    html: text().notNull(),
    status: text({ enum: mailStatusValues }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment(),
    lastError: text(),
    topic: text(),
    /** What the email lists, to which later events add. */
    items: json().$type<string[]>(),
    createdAt: moment().notNull(),
    sentAt: moment(),
    /** When an administrator has seen to an email that was not delivered, and who. */
    handledAt: moment(),
    handledByName: text(),
  },
  (email) => [
    index("mail_outbox_due").on(email.status, email.nextAttemptAt),
    index("mail_outbox_by_time").on(email.createdAt),
    index("mail_outbox_by_status").on(email.status, email.id, email.handledAt),
    index("mail_outbox_ids").on(email.id),
    index("mail_outbox_topics").on(email.topic).where(sql`${email.topic} is not null`),
    oneOf("mail_outbox_status", email.status, mailStatusValues),
  ],
);

/** Maintained by triggers. */
export const mailCounts = table("mail_counts", {
  status: text({ enum: mailStatusValues }).primaryKey(),
  emails: integer().notNull(),
});
