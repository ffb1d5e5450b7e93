-- compatible
CREATE TABLE "known_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"last_sign_in_at" text NOT NULL
);

--> statement-breakpoint
DROP INDEX "kept_forms_by_user";
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "topic" text;
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "items" json;
--> statement-breakpoint
CREATE INDEX "known_addresses_by_time" ON "known_addresses" USING btree ("last_sign_in_at");
--> statement-breakpoint
CREATE INDEX "mail_outbox_topics" ON "mail_outbox" USING btree ("topic") WHERE "mail_outbox"."topic" is not null;
--> statement-breakpoint
CREATE INDEX "kept_forms_by_user" ON "kept_forms" USING btree ("user_id","id");