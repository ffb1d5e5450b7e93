CREATE TABLE `stored_contents` (
	`name` text PRIMARY KEY NOT NULL,
	`byte_size` integer NOT NULL,
	`stored_at` text NOT NULL,
	`stored_by` text DEFAULT '' NOT NULL,
	`claim` text,
	`claimed_at` text
);

--> statement-breakpoint
CREATE INDEX `stored_contents_by_age` ON `stored_contents` (`stored_at`,`name`);
--> statement-breakpoint
CREATE INDEX `users_by_picture` ON `users` (`profile_image_path`) WHERE "users"."profile_image_path" is not null;
--> statement-breakpoint
CREATE INDEX `cities_by_logo` ON `cities` (`logo_path`) WHERE "cities"."logo_path" is not null;
--> statement-breakpoint
-- Other files, which only the folders know, are recorded while the server runs.
INSERT INTO `stored_contents` (`name`, `byte_size`, `stored_at`)
SELECT `content_hash`, max(`byte_size`), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM (
	SELECT `content_hash`, `byte_size` FROM `plan_files`
	UNION SELECT `content_hash`, `byte_size` FROM `letters`
	UNION SELECT `content_hash`, `byte_size` FROM `staged_files`
) GROUP BY `content_hash`;
