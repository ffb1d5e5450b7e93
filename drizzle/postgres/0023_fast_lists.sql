-- compatible
DROP INDEX "corrections_by_status";
--> statement-breakpoint
CREATE INDEX "letters_by_id" ON "letters" USING btree ("id","review_cycle");
--> statement-breakpoint
CREATE INDEX "permits_open_by_due_date" ON "permits" USING btree ("due_date","id","status","city_id","lacks_reviewer","is_assigned") WHERE "permits"."status" in ('in_process', 'resubmittal_required');
--> statement-breakpoint
CREATE INDEX "corrections_by_status" ON "corrections" USING btree ("permit_id","status","discipline","kind","first_letter_id");