import { index, integer, table, text } from "../dialect.server";
import { id, moment, oneOf } from "../table-parts.server";
import { type MailStatus, mailStatusValues } from "./mail";

export const mailOutbox = table(
  "mail_outbox",
  {
    id: id(),
    toAddress: text().notNull(),
    subject: text().notNull(),
    plainText: text().notNull(),
    html: text().notNull(),
    status: text().$type<MailStatus>().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment(),
    lastError: text(),
    createdAt: moment().notNull(),
    sentAt: moment(),
  },
  (email) => [
    index("mail_outbox_due").on(email.status, email.nextAttemptAt),
    index("mail_outbox_by_time").on(email.createdAt),
    index("mail_outbox_ids").on(email.id),
    oneOf("mail_outbox_status", email.status, mailStatusValues),
  ],
);

/** The number of emails in the outbox by status, maintained by triggers. */
export const mailCounts = table("mail_counts", {
  status: text().$type<MailStatus>().primaryKey(),
  emails: integer().notNull(),
});
