-- compatible
DROP INDEX "corrections_by_status";
--> statement-breakpoint
CREATE INDEX "letters_by_id" ON "letters" USING btree ("id","review_cycle");
--> statement-breakpoint
CREATE INDEX "corrections_by_status" ON "corrections" USING btree ("permit_id","status","discipline","kind","first_letter_id");