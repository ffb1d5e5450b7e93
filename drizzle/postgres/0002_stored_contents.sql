-- compatible
CREATE TABLE "stored_contents" (
	"name" text PRIMARY KEY NOT NULL,
	"byte_size" bigint NOT NULL,
	"stored_at" text NOT NULL,
	"stored_by" text DEFAULT '' NOT NULL,
	"claim" text,
	"claimed_at" text
);

--> statement-breakpoint
CREATE INDEX "stored_contents_by_age" ON "stored_contents" USING btree ("stored_at","name");
--> statement-breakpoint
CREATE INDEX "cities_by_logo" ON "cities" USING btree ("logo_path") WHERE "cities"."logo_path" is not null;
--> statement-breakpoint
CREATE INDEX "users_by_picture" ON "users" USING btree ("profile_image_path") WHERE "users"."profile_image_path" is not null;
--> statement-breakpoint
-- Other files, which only the folders know, are recorded while the server runs.
INSERT INTO "stored_contents" ("name", "byte_size", "stored_at")
SELECT "content_hash", max("byte_size"), to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM (
	SELECT "content_hash", "byte_size" FROM "plan_files"
	UNION SELECT "content_hash", "byte_size" FROM "letters"
	UNION SELECT "content_hash", "byte_size" FROM "staged_files"
) AS "contents" GROUP BY "content_hash";
