-- compatible: a server of the version before binds no user, and has new secrets in cookies
CREATE TABLE "shown_secrets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"encrypted" text NOT NULL,
	"until" text NOT NULL
);

--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "identity_provider" text;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "identity_subject" text;
--> statement-breakpoint
ALTER TABLE "shown_secrets" ADD CONSTRAINT "shown_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "shown_secrets_user" ON "shown_secrets" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "shown_secrets_until" ON "shown_secrets" USING btree ("until");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_identity" ON "users" USING btree ("identity_provider","identity_subject");