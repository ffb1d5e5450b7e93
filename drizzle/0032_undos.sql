CREATE TABLE `undos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`change` text NOT NULL,
	`created_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "undos_kind" CHECK("undos"."kind" in ('assignment', 'fee', 'permit', 'hand-over', 'correction', 'comment', 'time-entry'))
);

--> statement-breakpoint
CREATE INDEX `undos_by_user` ON `undos` (`user_id`,`kind`,`subject_id`,`id`);
--> statement-breakpoint
CREATE INDEX `undos_by_time` ON `undos` (`created_at`);