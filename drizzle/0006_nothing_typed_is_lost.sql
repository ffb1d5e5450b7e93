CREATE TABLE `kept_forms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`browser_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`address` text NOT NULL,
	`fields` text NOT NULL,
	`file_names` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `kept_forms_by_browser` ON `kept_forms` (`browser_hash`,`id`);--> statement-breakpoint
CREATE INDEX `kept_forms_by_user` ON `kept_forms` (`user_id`);--> statement-breakpoint
CREATE INDEX `kept_forms_by_time` ON `kept_forms` (`created_at`);--> statement-breakpoint
CREATE TABLE `staged_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`content_hash` text NOT NULL,
	`byte_size` integer NOT NULL,
	`until` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staged_files_by_user` ON `staged_files` (`user_id`,`content_hash`);--> statement-breakpoint
CREATE INDEX `staged_files_by_content` ON `staged_files` (`content_hash`);--> statement-breakpoint
CREATE INDEX `staged_files_by_end` ON `staged_files` (`until`);--> statement-breakpoint
CREATE INDEX `comments_by_author` ON `comments` (`author_id`,`created_at`);