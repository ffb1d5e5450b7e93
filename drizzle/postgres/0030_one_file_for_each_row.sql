-- breaking
CREATE TABLE "binned_files" (
	"permit_id" bigint NOT NULL,
	"file_key" text PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "city_logos" (
	"path" text PRIMARY KEY NOT NULL,
	"city_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files_to_copy" (
	"file_key" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files_to_remove" (
	"file_key" text PRIMARY KEY NOT NULL,
	"keep_until" text,
	"is_being_removed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "binned_files" ADD CONSTRAINT "binned_files_permit_id_binned_permits_permit_id_fk" FOREIGN KEY ("permit_id") REFERENCES "public"."binned_permits"("permit_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "city_logos" ADD CONSTRAINT "city_logos_city_id_cities_id_fk" FOREIGN KEY ("city_id") REFERENCES "public"."cities"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "binned_files_by_permit" ON "binned_files" USING btree ("permit_id");
--> statement-breakpoint
CREATE INDEX "city_logos_by_city" ON "city_logos" USING btree ("city_id");
--> statement-breakpoint
CREATE INDEX "files_to_remove_by_time" ON "files_to_remove" USING btree ("keep_until");
--> statement-breakpoint
-- The logo of a letter is the city's from now on. Two cities with the same picture get one each.
CREATE TABLE "moved_logos" AS
SELECT "city_id", "path", "path" AS "new_path" FROM (
	SELECT "id" AS "city_id", "logo_path" AS "path" FROM "cities"
	UNION SELECT "permits"."city_id", "letters"."logo_path" FROM "letters" JOIN "permits" ON "permits"."id" = "letters"."permit_id"
	UNION SELECT "binned_permits"."city_id", "letter"."value"->>'logoPath'
		FROM "binned_permits", json_array_elements("binned_permits"."rows"->'letters') AS "letter"("value")
) AS "logos" WHERE "path" IS NOT NULL;
--> statement-breakpoint
UPDATE "moved_logos" SET "new_path" = substr("path", 1, 16) || substr(replace(gen_random_uuid()::text, '-', ''), 1, 16) || '.webp'
WHERE "city_id" > (SELECT min("first"."city_id") FROM "moved_logos" AS "first" WHERE "first"."path" = "moved_logos"."path");
--> statement-breakpoint
INSERT INTO "city_logos" ("path", "city_id") SELECT "new_path", "city_id" FROM "moved_logos";
--> statement-breakpoint
INSERT INTO "files_to_copy" ("file_key", "source") SELECT "new_path", "path" FROM "moved_logos" WHERE "new_path" <> "path";
--> statement-breakpoint
UPDATE "cities" SET "logo_path" = (
	SELECT "new_path" FROM "moved_logos" WHERE "city_id" = "cities"."id" AND "path" = "cities"."logo_path"
) WHERE "logo_path" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "moved_pictures" AS
SELECT "id", "profile_image_path" AS "path", substr("profile_image_path", 1, 16) || substr(replace(gen_random_uuid()::text, '-', ''), 1, 16) || '.webp' AS "new_path" FROM "users"
WHERE "profile_image_path" IS NOT NULL AND (
	"profile_image_path" IN (SELECT "path" FROM "moved_logos")
	OR EXISTS (SELECT 1 FROM "users" AS "first" WHERE "first"."profile_image_path" = "users"."profile_image_path" AND "first"."id" < "users"."id")
);
--> statement-breakpoint
INSERT INTO "files_to_copy" ("file_key", "source") SELECT "new_path", "path" FROM "moved_pictures";
--> statement-breakpoint
UPDATE "users" SET "profile_image_path" = (SELECT "new_path" FROM "moved_pictures" WHERE "id" = "users"."id")
WHERE "id" IN (SELECT "id" FROM "moved_pictures");
--> statement-breakpoint
DROP TABLE "moved_pictures";
--> statement-breakpoint
UPDATE "letters" SET "content" = replace("letters"."content", "moved"."path", "moved"."new_path")
FROM "moved_logos" AS "moved" JOIN "permits" ON "permits"."city_id" = "moved"."city_id"
WHERE "permits"."id" = "letters"."permit_id" AND "moved"."path" = "letters"."logo_path" AND "moved"."new_path" <> "moved"."path";
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "file_key" text;
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "sha256" text;
--> statement-breakpoint
ALTER TABLE "plan_files" ADD COLUMN "file_key" text;
--> statement-breakpoint
ALTER TABLE "plan_files" ADD COLUMN "sha256" text;
--> statement-breakpoint
-- The first row of a content keeps its file, and the others get a copy under a key of their own.
UPDATE "letters" SET "sha256" = "content_hash", "file_key" = CASE WHEN EXISTS (
	SELECT 1 FROM "letters" AS "first" WHERE "first"."content_hash" = "letters"."content_hash" AND "first"."id" < "letters"."id"
) THEN replace(gen_random_uuid()::text, '-', '') ELSE "content_hash" END;
--> statement-breakpoint
UPDATE "plan_files" SET "sha256" = "content_hash", "file_key" = CASE WHEN EXISTS (
	SELECT 1 FROM "plan_files" AS "first" WHERE "first"."content_hash" = "plan_files"."content_hash" AND "first"."id" < "plan_files"."id"
) OR EXISTS (SELECT 1 FROM "letters" WHERE "letters"."file_key" = "plan_files"."content_hash") THEN replace(gen_random_uuid()::text, '-', '') ELSE "content_hash" END;
--> statement-breakpoint
ALTER TABLE "letters" ALTER COLUMN "file_key" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "letters" ALTER COLUMN "sha256" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "plan_files" ALTER COLUMN "file_key" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "plan_files" ALTER COLUMN "sha256" SET NOT NULL;
--> statement-breakpoint
UPDATE "binned_permits" SET "rows" = ("rows"::jsonb || jsonb_build_object('planFiles', (
	SELECT coalesce(json_agg("file"."value"::jsonb - 'contentHash' || jsonb_build_object(
		'fileKey', replace(gen_random_uuid()::text, '-', ''), 'sha256', "file"."value"->>'contentHash'
	) ORDER BY "file"."place"), '[]') FROM json_array_elements("binned_permits"."rows"->'planFiles') WITH ORDINALITY AS "file"("value", "place")
), 'letters', (
	SELECT coalesce(json_agg("file"."value"::jsonb - 'contentHash' - 'logoPath' || jsonb_build_object(
		'fileKey', replace(gen_random_uuid()::text, '-', ''), 'sha256', "file"."value"->>'contentHash',
		'content', replace("file"."value"->>'content', coalesce("file"."value"->>'logoPath', ''), coalesce((
			SELECT "moved"."new_path" FROM "moved_logos" AS "moved"
			WHERE "moved"."city_id" = "binned_permits"."city_id" AND "moved"."path" = "file"."value"->>'logoPath'
		), ''))
	) ORDER BY "file"."place"), '[]') FROM json_array_elements("binned_permits"."rows"->'letters') WITH ORDINALITY AS "file"("value", "place")
)))::json;
--> statement-breakpoint
DROP TABLE "moved_logos";
--> statement-breakpoint
INSERT INTO "binned_files" ("permit_id", "file_key", "sha256")
SELECT "permit_id", "value"->>'fileKey', "value"->>'sha256' FROM (
	SELECT "binned_permits"."permit_id", json_array_elements("binned_permits"."rows"->'planFiles') AS "value" FROM "binned_permits"
	UNION ALL SELECT "binned_permits"."permit_id", json_array_elements("binned_permits"."rows"->'letters') FROM "binned_permits"
) AS "files";
--> statement-breakpoint
INSERT INTO "files_to_copy" ("file_key", "source")
SELECT "file_key", "sha256" FROM "plan_files" WHERE "file_key" <> "sha256"
UNION ALL SELECT "file_key", "sha256" FROM "letters" WHERE "file_key" <> "sha256"
UNION ALL SELECT "file_key", "sha256" FROM "binned_files";
--> statement-breakpoint
-- Unfinished uploads have names of another length; the first start removes them.
INSERT INTO "files_to_remove" ("file_key")
SELECT "name" FROM "stored_contents"
WHERE length("name") IN (37, 64) AND "name" NOT IN (SELECT "file_key" FROM "plan_files") AND "name" NOT IN (SELECT "file_key" FROM "letters")
	AND "name" NOT IN (SELECT "path" FROM "city_logos")
	AND "name" NOT IN (SELECT "profile_image_path" FROM "users" WHERE "profile_image_path" IS NOT NULL);
--> statement-breakpoint
DROP TABLE "binned_contents";
--> statement-breakpoint
DROP TABLE "stored_contents";
--> statement-breakpoint
DROP INDEX "cities_by_logo";
--> statement-breakpoint
ALTER TABLE "letters" DROP COLUMN "content_hash";
--> statement-breakpoint
ALTER TABLE "letters" DROP COLUMN "logo_path";
--> statement-breakpoint
ALTER TABLE "plan_files" DROP COLUMN "content_hash";
--> statement-breakpoint
CREATE UNIQUE INDEX "letters_by_key" ON "letters" USING btree ("file_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "plan_files_by_key" ON "plan_files" USING btree ("file_key");
--> statement-breakpoint
DELETE FROM "staged_files";
--> statement-breakpoint
ALTER TABLE "staged_files" ADD COLUMN "file_key" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "staged_files" ADD COLUMN "sha256" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "staged_files" ADD COLUMN "keep_until" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "staged_files" DROP COLUMN "content_hash";
--> statement-breakpoint
ALTER TABLE "staged_files" DROP COLUMN "until";
--> statement-breakpoint
CREATE UNIQUE INDEX "staged_files_by_key" ON "staged_files" USING btree ("file_key");
--> statement-breakpoint
CREATE INDEX "staged_files_by_user" ON "staged_files" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "staged_files_by_end" ON "staged_files" USING btree ("keep_until");
--> statement-breakpoint
CREATE FUNCTION remove_file() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO public.files_to_remove (file_key) VALUES (to_jsonb(old)->>TG_ARGV[0]) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "plan_files_to_remove" AFTER DELETE ON "plan_files" FOR EACH ROW EXECUTE FUNCTION remove_file('file_key');
--> statement-breakpoint
CREATE TRIGGER "letters_to_remove" AFTER DELETE ON "letters" FOR EACH ROW EXECUTE FUNCTION remove_file('file_key');
--> statement-breakpoint
CREATE TRIGGER "staged_files_to_remove" AFTER DELETE ON "staged_files" FOR EACH ROW EXECUTE FUNCTION remove_file('file_key');
--> statement-breakpoint
CREATE TRIGGER "binned_files_to_remove" AFTER DELETE ON "binned_files" FOR EACH ROW EXECUTE FUNCTION remove_file('file_key');
--> statement-breakpoint
CREATE TRIGGER "city_logos_to_remove" AFTER DELETE ON "city_logos" FOR EACH ROW EXECUTE FUNCTION remove_file('path');
--> statement-breakpoint
CREATE TRIGGER "profile_pictures_to_remove_delete" AFTER DELETE ON "users" FOR EACH ROW WHEN (old."profile_image_path" IS NOT NULL) EXECUTE FUNCTION remove_file('profile_image_path');
--> statement-breakpoint
CREATE TRIGGER "profile_pictures_to_remove_update" AFTER UPDATE OF "profile_image_path" ON "users" FOR EACH ROW WHEN (old."profile_image_path" IS NOT NULL AND old."profile_image_path" IS DISTINCT FROM new."profile_image_path") EXECUTE FUNCTION remove_file('profile_image_path');
