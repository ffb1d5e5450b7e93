CREATE TABLE `known_addresses` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`last_sign_in_at` text NOT NULL
);

--> statement-breakpoint
CREATE INDEX `known_addresses_by_time` ON `known_addresses` (`last_sign_in_at`);
--> statement-breakpoint
DROP INDEX `kept_forms_by_user`;
--> statement-breakpoint
CREATE INDEX `kept_forms_by_user` ON `kept_forms` (`user_id`,`id`);
--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `topic` text;
--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `items` text;
--> statement-breakpoint
CREATE INDEX `mail_outbox_topics` ON `mail_outbox` (`topic`) WHERE "mail_outbox"."topic" is not null;