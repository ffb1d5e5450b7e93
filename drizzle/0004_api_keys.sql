CREATE TABLE `api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`is_read_only` integer NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	`form_key` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_token` ON `api_keys` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_form_key` ON `api_keys` (`form_key`);--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`);