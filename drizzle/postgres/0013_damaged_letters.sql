-- compatible
CREATE TABLE "damaged_letters" (
	"letter_id" bigint PRIMARY KEY NOT NULL,
	"problem" text NOT NULL,
	"found_at" text NOT NULL,
	CONSTRAINT "damaged_letters_problem" CHECK ("damaged_letters"."problem" in ('missing', 'changed', 'unreadable'))
);

--> statement-breakpoint
ALTER TABLE "damaged_letters" ADD CONSTRAINT "damaged_letters_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;