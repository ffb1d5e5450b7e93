-- compatible: the version before cannot show an email with a new status in its log
ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox_status";
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "handled_at" text;
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "handled_by_name" text;
--> statement-breakpoint
CREATE INDEX "mail_outbox_by_status" ON "mail_outbox" USING btree ("status","id","handled_at");
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_status" CHECK ("mail_outbox"."status" in ('waiting', 'sent', 'no_mail_server', 'failed', 'bounced'));
--> statement-breakpoint
UPDATE "mail_outbox" SET "status" = 'no_mail_server', "last_error" = NULL, "sent_at" = NULL WHERE "status" = 'sent' AND "last_error" LIKE 'Not sent: no mail server%';
