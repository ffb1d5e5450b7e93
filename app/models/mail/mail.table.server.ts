import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, moment, oneOf } from "../table-parts.server";
import { type MailStatus, mailStatusValues } from "./mail";

export const mailOutbox = sqliteTable(
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
  (mail) => [
    index("mail_outbox_due").on(mail.status, mail.nextAttemptAt),
    index("mail_outbox_by_time").on(mail.createdAt),
    oneOf("mail_outbox_status", mail.status, mailStatusValues),
  ],
);
