CREATE TABLE `plan_checks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`permit_id` integer NOT NULL,
	`review_cycle` text NOT NULL,
	`state` text NOT NULL,
	`received_on` text NOT NULL,
	`is_received_on_set` integer DEFAULT false NOT NULL,
	`complete_on` text,
	`released_at` text,
	`released_by_id` integer,
	`released_by_name` text,
	`handed_over_on` text,
	`resubmitted_at` text,
	`resubmitted_by_name` text,
	`resubmitted_via` text,
	`outcome` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`released_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "plan_checks_state" CHECK("plan_checks"."state" in ('in_review', 'released', 'resubmitted', 'closed')),
	CONSTRAINT "plan_checks_review_cycle" CHECK("plan_checks"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "plan_checks_outcome" CHECK("plan_checks"."outcome" in ('corrections_required', 'approved_with_conditions', 'approved', 'not_applicable')),
	CONSTRAINT "plan_checks_resubmitted_via" CHECK("plan_checks"."resubmitted_via" in ('city', 'link', 'staff')),
	CONSTRAINT "plan_checks_received_on" CHECK("plan_checks"."received_on" is date("plan_checks"."received_on")),
	CONSTRAINT "plan_checks_complete_on" CHECK("plan_checks"."complete_on" is date("plan_checks"."complete_on")),
	CONSTRAINT "plan_checks_handed_over_on" CHECK("plan_checks"."handed_over_on" is date("plan_checks"."handed_over_on"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_checks_cycle` ON `plan_checks` (`permit_id`,`review_cycle`);--> statement-breakpoint
CREATE INDEX `plan_checks_by_state` ON `plan_checks` (`state`,`received_on`);--> statement-breakpoint
CREATE INDEX `plan_checks_by_releaser` ON `plan_checks` (`released_by_id`);--> statement-breakpoint
CREATE TABLE `back_checks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`correction_id` integer NOT NULL,
	`review_cycle` text NOT NULL,
	`verdict` text NOT NULL,
	`remark` text,
	`by_id` integer,
	`by_name` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`correction_id`) REFERENCES `corrections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "back_checks_review_cycle" CHECK("back_checks"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "back_checks_verdict" CHECK("back_checks"."verdict" in ('resolved', 'not_resolved', 'withdrawn', 'reopened'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `back_checks_cycle` ON `back_checks` (`correction_id`,`review_cycle`);--> statement-breakpoint
CREATE INDEX `back_checks_by_user` ON `back_checks` (`by_id`);--> statement-breakpoint
CREATE TABLE `correction_numbers` (
	`permit_id` integer NOT NULL,
	`discipline` text NOT NULL,
	`highest` integer NOT NULL,
	PRIMARY KEY(`permit_id`, `discipline`),
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "correction_numbers_discipline" CHECK("correction_numbers"."discipline" in ('Architectural', 'Structural', 'Civil', 'Electrical', 'Plumbing', 'Mechanical', 'Fire', 'Accessibility'))
);
--> statement-breakpoint
CREATE TABLE `corrections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`permit_id` integer NOT NULL,
	`discipline` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`review_cycle` text NOT NULL,
	`sheet` text,
	`code_reference` text,
	`text` text NOT NULL,
	`new_reason` text,
	`status` text NOT NULL,
	`author_id` integer,
	`author_name` text NOT NULL,
	`standard_comment_id` integer,
	`form_key` text,
	`form_position` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`standard_comment_id`) REFERENCES `standard_comments`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "corrections_number_range" CHECK("corrections"."number" between 1 and 999),
	CONSTRAINT "corrections_discipline" CHECK("corrections"."discipline" in ('Architectural', 'Structural', 'Civil', 'Electrical', 'Plumbing', 'Mechanical', 'Fire', 'Accessibility')),
	CONSTRAINT "corrections_kind" CHECK("corrections"."kind" in ('correction', 'condition', 'note')),
	CONSTRAINT "corrections_review_cycle" CHECK("corrections"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "corrections_new_reason" CHECK("corrections"."new_reason" in ('revised_plans', 'newly_shown', 'missed_earlier')),
	CONSTRAINT "corrections_status" CHECK("corrections"."status" in ('open', 'resolved', 'withdrawn'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `corrections_number` ON `corrections` (`permit_id`,`discipline`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `corrections_form_key` ON `corrections` (`form_key`,`form_position`);--> statement-breakpoint
CREATE INDEX `corrections_by_status` ON `corrections` (`permit_id`,`status`);--> statement-breakpoint
CREATE INDEX `corrections_by_standard_comment` ON `corrections` (`standard_comment_id`);--> statement-breakpoint
CREATE INDEX `corrections_by_author` ON `corrections` (`author_id`);--> statement-breakpoint
CREATE TABLE `standard_comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`discipline` text NOT NULL,
	`city_id` integer,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`code_reference` text,
	`text` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`form_key` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "standard_comments_discipline" CHECK("standard_comments"."discipline" in ('Architectural', 'Structural', 'Civil', 'Electrical', 'Plumbing', 'Mechanical', 'Fire', 'Accessibility')),
	CONSTRAINT "standard_comments_kind" CHECK("standard_comments"."kind" in ('correction', 'condition', 'note'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `standard_comments_title` ON `standard_comments` (`discipline`,case when "city_id" is null then 0 else "city_id" end,lower("title"));--> statement-breakpoint
CREATE UNIQUE INDEX `standard_comments_form_key` ON `standard_comments` (`form_key`);--> statement-breakpoint
CREATE INDEX `standard_comments_by_city` ON `standard_comments` (`city_id`);--> statement-breakpoint
CREATE INDEX `standard_comments_by_use` ON `standard_comments` (`discipline`,`uses`);--> statement-breakpoint
ALTER TABLE `cities` ADD `uses_corrections` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `cities` ADD `plan_checks_opened_to` integer;--> statement-breakpoint
ALTER TABLE `plan_files` ADD `origin` text DEFAULT 'submitted' NOT NULL CHECK(`origin` in ('submitted', 'marked_up', 'internal'));--> statement-breakpoint
-- Added here and not in the table's definition: for a check of the table, SQLite would have to build it again.
ALTER TABLE `assignments` ADD `decision` text CHECK(`decision` is null or (`status` = 'completed' and `decision` in ('corrections_required', 'approved_with_conditions', 'approved', 'not_applicable')));--> statement-breakpoint
ALTER TABLE `assignments` ADD `decided_at` text;--> statement-breakpoint
ALTER TABLE `assignments` ADD `decided_by_id` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `assignments` ADD `decision_reason` text;--> statement-breakpoint
CREATE INDEX `assignments_by_decider` ON `assignments` (`decided_by_id`) WHERE "assignments"."decided_by_id" is not null;--> statement-breakpoint
-- The number of corrections that were written from each standard comment.
CREATE TRIGGER `standard_comment_uses_insert` AFTER INSERT ON `corrections` WHEN new.`standard_comment_id` IS NOT NULL BEGIN
	UPDATE `standard_comments` SET `uses` = `uses` + 1 WHERE `id` = new.`standard_comment_id`;
END;--> statement-breakpoint
CREATE TRIGGER `standard_comment_uses_delete` AFTER DELETE ON `corrections` WHEN old.`standard_comment_id` IS NOT NULL BEGIN
	UPDATE `standard_comments` SET `uses` = `uses` - 1 WHERE `id` = old.`standard_comment_id`;
END;
