PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE `__new_mail_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`to_address` text NOT NULL,
	`subject` text NOT NULL,
	`plain_text` text NOT NULL,
	`html` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text,
	`last_error` text,
	`topic` text,
	`items` text,
	`created_at` text NOT NULL,
	`sent_at` text,
	`handled_at` text,
	`handled_by_name` text,
	CONSTRAINT "mail_outbox_status" CHECK("__new_mail_outbox"."status" in ('waiting', 'sent', 'no_mail_server', 'failed', 'bounced'))
);

--> statement-breakpoint
INSERT INTO `__new_mail_outbox`("id", "to_address", "subject", "plain_text", "html", "status", "attempts", "next_attempt_at", "last_error", "topic", "items", "created_at", "sent_at") SELECT "id", "to_address", "subject", "plain_text", "html", "status", "attempts", "next_attempt_at", "last_error", "topic", "items", "created_at", "sent_at" FROM `mail_outbox`;
--> statement-breakpoint
DROP TABLE `mail_outbox`;
--> statement-breakpoint
ALTER TABLE `__new_mail_outbox` RENAME TO `mail_outbox`;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
--> statement-breakpoint
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`status`,`next_attempt_at`);
--> statement-breakpoint
CREATE INDEX `mail_outbox_by_time` ON `mail_outbox` (`created_at`);
--> statement-breakpoint
CREATE INDEX `mail_outbox_by_status` ON `mail_outbox` (`status`,`id`,`handled_at`);
--> statement-breakpoint
CREATE INDEX `mail_outbox_ids` ON `mail_outbox` (`id`);
--> statement-breakpoint
CREATE INDEX `mail_outbox_topics` ON `mail_outbox` (`topic`) WHERE "mail_outbox"."topic" is not null;
--> statement-breakpoint
UPDATE `mail_outbox` SET `status` = 'no_mail_server', `last_error` = NULL, `sent_at` = NULL WHERE `status` = 'sent' AND `last_error` LIKE 'Not sent: no mail server%';
