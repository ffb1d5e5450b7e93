ALTER TABLE `users` ADD `form_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_form_key` ON `users` (`form_key`);