CREATE TABLE `unfinished_uploads` (
	`file_key` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`file_name` text NOT NULL,
	`byte_size` integer NOT NULL,
	`received_bytes` integer DEFAULT 0 NOT NULL,
	`part_hashes` text NOT NULL,
	`keep_until` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

--> statement-breakpoint
CREATE INDEX `unfinished_uploads_by_user` ON `unfinished_uploads` (`user_id`);
--> statement-breakpoint
CREATE INDEX `unfinished_uploads_by_end` ON `unfinished_uploads` (`keep_until`);
--> statement-breakpoint
DELETE FROM `staged_files`;
--> statement-breakpoint
ALTER TABLE `staged_files` ADD `file_name` text NOT NULL;
--> statement-breakpoint
ALTER TABLE `staged_files` ADD `kind` text NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `unfinished_uploads_to_remove` AFTER DELETE ON `unfinished_uploads` BEGIN
	INSERT INTO `files_to_remove` (`file_key`) VALUES (old.`file_key`) ON CONFLICT DO NOTHING;
END;
