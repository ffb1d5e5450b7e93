-- compatible: a server of the version before remembered used states in its memory
CREATE TABLE "used_sign_in_states" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"until" text NOT NULL
);

--> statement-breakpoint
CREATE INDEX "used_sign_in_states_until" ON "used_sign_in_states" USING btree ("until");