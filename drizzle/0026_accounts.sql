CREATE TABLE `shown_secrets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`encrypted` text NOT NULL,
	`until` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

--> statement-breakpoint
CREATE INDEX `shown_secrets_user` ON `shown_secrets` (`user_id`);
--> statement-breakpoint
CREATE INDEX `shown_secrets_until` ON `shown_secrets` (`until`);
--> statement-breakpoint
ALTER TABLE `users` ADD `identity_provider` text;
--> statement-breakpoint
ALTER TABLE `users` ADD `identity_subject` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_identity` ON `users` (`identity_provider`,`identity_subject`);