-- compatible
CREATE TABLE "waiting_threads" (
	"comment_id" bigint PRIMARY KEY NOT NULL,
	"permit_id" bigint NOT NULL,
	"waits_for" text NOT NULL,
	"since" text NOT NULL,
	CONSTRAINT "waiting_threads_side" CHECK ("waiting_threads"."waits_for" in ('provider', 'city'))
);

--> statement-breakpoint
ALTER TABLE "waiting_threads" ADD CONSTRAINT "waiting_threads_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "waiting_threads" ADD CONSTRAINT "waiting_threads_permit_id_permits_id_fk" FOREIGN KEY ("permit_id") REFERENCES "public"."permits"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "waiting_threads_by_side" ON "waiting_threads" USING btree ("waits_for","since","comment_id");
--> statement-breakpoint
CREATE INDEX "waiting_threads_by_permit" ON "waiting_threads" USING btree ("permit_id");
--> statement-breakpoint
-- Of the last thirty days: nobody waits for a reply to older comments.
INSERT INTO "waiting_threads" ("comment_id", "permit_id", "waits_for", "since")
SELECT start.id, start.permit_id, CASE WHEN latest.author_city_id IS NULL THEN 'city' ELSE 'provider' END, latest.created_at
FROM comments AS start
INNER JOIN comments AS latest ON latest.id = (
	SELECT shared.id FROM comments AS shared
	WHERE (shared.id = start.id OR shared.parent_id = start.id) AND shared.is_shared = true
	ORDER BY shared.created_at DESC, shared.id DESC LIMIT 1
)
WHERE start.parent_id IS NULL AND start.is_shared = true AND latest.created_at > to_char((now() at time zone 'utc') - interval '30 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
