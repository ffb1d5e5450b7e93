-- compatible
ALTER TABLE "plan_files" ADD COLUMN "awaits_cycle" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE "plan_files" SET "awaits_cycle" = true FROM "permits"
WHERE "permits"."id" = "plan_files"."permit_id" AND substr("plan_files"."review_cycle", 3)::integer > substr("permits"."review_cycle", 3)::integer;
--> statement-breakpoint
CREATE INDEX "plan_files_new" ON "plan_files" USING btree ("permit_id","uploaded_at") WHERE "plan_files"."awaits_cycle" = true;
--> statement-breakpoint
CREATE FUNCTION plan_file_of_permit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.awaits_cycle := coalesce(
		(SELECT substr(new.review_cycle, 3)::integer > substr(permits.review_cycle, 3)::integer
		FROM permits WHERE permits.id = new.permit_id), false);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "plan_file_of_permit" BEFORE INSERT ON "plan_files" FOR EACH ROW EXECUTE FUNCTION plan_file_of_permit();
--> statement-breakpoint
CREATE FUNCTION plan_files_of_permit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE plan_files SET awaits_cycle = substr(review_cycle, 3)::integer > substr(new.review_cycle, 3)::integer
	WHERE permit_id = new.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "plan_files_of_permit" AFTER UPDATE OF "review_cycle" ON "permits" FOR EACH ROW
WHEN (old.review_cycle IS DISTINCT FROM new.review_cycle) EXECUTE FUNCTION plan_files_of_permit();
