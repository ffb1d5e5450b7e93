CREATE TABLE `recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`two_factor_id` integer NOT NULL,
	FOREIGN KEY (`two_factor_id`) REFERENCES `two_factors`(`id`) ON UPDATE no action ON DELETE cascade
);

--> statement-breakpoint
CREATE INDEX `recovery_codes_two_factor` ON `recovery_codes` (`two_factor_id`);
--> statement-breakpoint
CREATE TABLE `two_factors` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`sealed_key` text NOT NULL,
	`last_step` integer NOT NULL,
	`wrong_codes` integer DEFAULT 0 NOT NULL,
	`last_wrong_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

--> statement-breakpoint
CREATE UNIQUE INDEX `two_factors_user` ON `two_factors` (`user_id`);