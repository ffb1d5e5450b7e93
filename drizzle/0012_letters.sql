CREATE TABLE `letters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`permit_id` integer NOT NULL,
	`plan_check_id` integer NOT NULL,
	`review_cycle` text NOT NULL,
	`issue` integer NOT NULL,
	`number` text NOT NULL,
	`kind` text NOT NULL,
	`outcome` text NOT NULL,
	`issued_on` text NOT NULL,
	`status_before` text,
	`content_hash` text NOT NULL,
	`byte_size` integer NOT NULL,
	`logo_path` text,
	`by_id` integer,
	`by_name` text NOT NULL,
	`superseded_by_id` integer,
	`form_key` text,
	`created_at` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`plan_check_id`) REFERENCES `plan_checks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`superseded_by_id`) REFERENCES `letters`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "letters_kind" CHECK("letters"."kind" in ('corrections', 'approval')),
	CONSTRAINT "letters_outcome" CHECK("letters"."outcome" in ('corrections_required', 'approved_with_conditions', 'approved', 'not_applicable')),
	CONSTRAINT "letters_review_cycle" CHECK("letters"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "letters_status_before" CHECK("letters"."status_before" in ('approved', 'in_process', 'resubmittal_required', 'hold', 'cancelled')),
	CONSTRAINT "letters_issued_on" CHECK("letters"."issued_on" is date("letters"."issued_on"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `letters_issue` ON `letters` (`plan_check_id`,`issue`);--> statement-breakpoint
CREATE UNIQUE INDEX `letters_number` ON `letters` (`permit_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `letters_form_key` ON `letters` (`form_key`);--> statement-breakpoint
CREATE INDEX `letters_by_permit` ON `letters` (`permit_id`,`issued_on`);--> statement-breakpoint
CREATE INDEX `letters_by_content` ON `letters` (`content_hash`);--> statement-breakpoint
CREATE INDEX `letters_by_logo` ON `letters` (`logo_path`) WHERE "letters"."logo_path" is not null;--> statement-breakpoint
CREATE INDEX `letters_by_releaser` ON `letters` (`by_id`) WHERE "letters"."by_id" is not null;--> statement-breakpoint
CREATE INDEX `letters_by_successor` ON `letters` (`superseded_by_id`) WHERE "letters"."superseded_by_id" is not null;--> statement-breakpoint
ALTER TABLE `cities` ADD `letter_names_reviewers` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `cities` ADD `letter_contact` text;--> statement-breakpoint
ALTER TABLE `cities` ADD `letter_codes` text;--> statement-breakpoint
ALTER TABLE `cities` ADD `approval_wording` text DEFAULT 'approved' NOT NULL CHECK(`approval_wording` in ('approved', 'recommended'));--> statement-breakpoint
ALTER TABLE `plan_files` ADD `letter_id` integer REFERENCES letters(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `plan_files_by_letter` ON `plan_files` (`letter_id`) WHERE "plan_files"."letter_id" is not null;--> statement-breakpoint
ALTER TABLE `assignments` ADD `return_remark` text;--> statement-breakpoint
ALTER TABLE `assignments` ADD `returned_by_name` text;--> statement-breakpoint
ALTER TABLE `corrections` ADD `first_letter_id` integer REFERENCES letters(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `corrections_by_first_letter` ON `corrections` (`first_letter_id`) WHERE "corrections"."first_letter_id" is not null;