CREATE TABLE `waiting_threads` (
	`comment_id` integer PRIMARY KEY NOT NULL,
	`permit_id` integer NOT NULL,
	`waits_for` text NOT NULL,
	`since` text NOT NULL,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "waiting_threads_side" CHECK("waiting_threads"."waits_for" in ('provider', 'city'))
);

--> statement-breakpoint
CREATE INDEX `waiting_threads_by_side` ON `waiting_threads` (`waits_for`,`since`,`comment_id`);
--> statement-breakpoint
CREATE INDEX `waiting_threads_by_permit` ON `waiting_threads` (`permit_id`);
--> statement-breakpoint
-- Of the last thirty days: nobody waits for a reply to older comments.
INSERT INTO `waiting_threads` (`comment_id`, `permit_id`, `waits_for`, `since`)
SELECT start.id, start.permit_id, CASE WHEN latest.author_city_id IS NULL THEN 'city' ELSE 'provider' END, latest.created_at
FROM comments AS start
INNER JOIN comments AS latest ON latest.id = (
	SELECT shared.id FROM comments AS shared
	WHERE (shared.id = start.id OR shared.parent_id = start.id) AND shared.is_shared = true
	ORDER BY shared.created_at DESC, shared.id DESC LIMIT 1
)
WHERE start.parent_id IS NULL AND start.is_shared = true AND latest.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days');
