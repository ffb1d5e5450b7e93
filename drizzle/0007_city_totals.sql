CREATE TABLE `fee_totals` (
	`city_id` integer NOT NULL,
	`status` text NOT NULL,
	`fees` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`city_id`, `status`),
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `mail_counts` (
	`status` text PRIMARY KEY NOT NULL,
	`emails` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `approval_counts` (
	`city_id` integer PRIMARY KEY NOT NULL,
	`permits` integer NOT NULL,
	`days` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `city_fees_by_city`;--> statement-breakpoint
CREATE INDEX `city_fees_by_invoice` ON `city_fees` (`city_id`,upper("invoice_number"));--> statement-breakpoint
CREATE INDEX `city_fees_by_city` ON `city_fees` (`city_id`,`date_charged`,`id`);--> statement-breakpoint
ALTER TABLE `permits` ADD `approved_on` text CONSTRAINT "permits_approved_on" CHECK("approved_on" is date("approved_on"));--> statement-breakpoint
CREATE INDEX `mail_outbox_ids` ON `mail_outbox` (`id`);--> statement-breakpoint
CREATE INDEX `sessions_last_use` ON `sessions` (`last_seen_at`);