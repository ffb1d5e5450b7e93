-- breaking
CREATE TABLE "unfinished_uploads" (
	"file_key" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"byte_size" bigint NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"part_hashes" json NOT NULL,
	"keep_until" text NOT NULL
);

--> statement-breakpoint
DELETE FROM "staged_files";
--> statement-breakpoint
ALTER TABLE "staged_files" ADD COLUMN "file_name" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "staged_files" ADD COLUMN "kind" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "unfinished_uploads" ADD CONSTRAINT "unfinished_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "unfinished_uploads_by_user" ON "unfinished_uploads" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "unfinished_uploads_by_end" ON "unfinished_uploads" USING btree ("keep_until");
--> statement-breakpoint
CREATE TRIGGER "unfinished_uploads_to_remove" AFTER DELETE ON "unfinished_uploads" FOR EACH ROW EXECUTE FUNCTION remove_file('file_key');
