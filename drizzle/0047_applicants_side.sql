CREATE TABLE `correction_answers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`correction_id` integer NOT NULL,
	`review_cycle` text NOT NULL,
	`text` text NOT NULL,
	`sheet` text,
	`by_name` text NOT NULL,
	`via` text NOT NULL,
	`sent_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`correction_id`) REFERENCES `corrections`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "correction_answers_review_cycle" CHECK("correction_answers"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "correction_answers_via" CHECK("correction_answers"."via" in ('city', 'link', 'staff'))
);

--> statement-breakpoint
CREATE UNIQUE INDEX `correction_answers_cycle` ON `correction_answers` (`correction_id`,`review_cycle`);
--> statement-breakpoint
CREATE TABLE `status_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`permit_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`for_email` text,
	`made_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	`last_used_on` text,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade
);

--> statement-breakpoint
CREATE UNIQUE INDEX `status_links_token` ON `status_links` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `status_links_by_permit` ON `status_links` (`permit_id`);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE `__new_staged_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`link_id` integer,
	`file_key` text NOT NULL,
	`file_name` text NOT NULL,
	`kind` text NOT NULL,
	`byte_size` integer NOT NULL,
	`sha256` text NOT NULL,
	`keep_until` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`link_id`) REFERENCES `status_links`(`id`) ON UPDATE no action ON DELETE cascade
);

--> statement-breakpoint
INSERT INTO `__new_staged_files`("id", "user_id", "file_key", "file_name", "kind", "byte_size", "sha256", "keep_until") SELECT "id", "user_id", "file_key", "file_name", "kind", "byte_size", "sha256", "keep_until" FROM `staged_files`;
--> statement-breakpoint
DROP TABLE `staged_files`;
--> statement-breakpoint
ALTER TABLE `__new_staged_files` RENAME TO `staged_files`;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
--> statement-breakpoint
CREATE UNIQUE INDEX `staged_files_by_key` ON `staged_files` (`file_key`);
--> statement-breakpoint
CREATE INDEX `staged_files_by_user` ON `staged_files` (`user_id`);
--> statement-breakpoint
CREATE INDEX `staged_files_by_link` ON `staged_files` (`link_id`);
--> statement-breakpoint
CREATE INDEX `staged_files_by_end` ON `staged_files` (`keep_until`);
--> statement-breakpoint
CREATE TABLE `__new_unfinished_uploads` (
	`file_key` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`link_id` integer,
	`file_name` text NOT NULL,
	`byte_size` integer NOT NULL,
	`received_bytes` integer DEFAULT 0 NOT NULL,
	`part_hashes` text NOT NULL,
	`keep_until` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`link_id`) REFERENCES `status_links`(`id`) ON UPDATE no action ON DELETE cascade
);

--> statement-breakpoint
INSERT INTO `__new_unfinished_uploads`("file_key", "user_id", "file_name", "byte_size", "received_bytes", "part_hashes", "keep_until") SELECT "file_key", "user_id", "file_name", "byte_size", "received_bytes", "part_hashes", "keep_until" FROM `unfinished_uploads`;
--> statement-breakpoint
DROP TABLE `unfinished_uploads`;
--> statement-breakpoint
ALTER TABLE `__new_unfinished_uploads` RENAME TO `unfinished_uploads`;
--> statement-breakpoint
CREATE INDEX `unfinished_uploads_by_user` ON `unfinished_uploads` (`user_id`);
--> statement-breakpoint
CREATE INDEX `unfinished_uploads_by_link` ON `unfinished_uploads` (`link_id`);
--> statement-breakpoint
CREATE INDEX `unfinished_uploads_by_end` ON `unfinished_uploads` (`keep_until`);
--> statement-breakpoint
CREATE TABLE `__new_cities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`city_name` text NOT NULL,
	`full_name` text,
	`city_number` text NOT NULL,
	`urban37_city_code` text NOT NULL,
	`manager_name` text,
	`manager_email` text,
	`manager_phone` text,
	`logo_path` text,
	`submission_status` text DEFAULT 'approved' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`uses_corrections` integer DEFAULT false NOT NULL,
	`letter_names_reviewers` integer DEFAULT false NOT NULL,
	`letter_contact` text,
	`letter_codes` text,
	`approval_wording` text DEFAULT 'approved' NOT NULL,
	`resubmittal_sets` text DEFAULT 'complete' NOT NULL,
	`letter_recipients` text DEFAULT 'city' NOT NULL,
	`applicants_answer` integer DEFAULT true NOT NULL,
	`plan_checks_opened_to` integer,
	`form_key` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "cities_submission_status" CHECK("__new_cities"."submission_status" in ('approved', 'in_process', 'resubmittal_required', 'hold', 'cancelled')),
	CONSTRAINT "cities_approval_wording" CHECK("__new_cities"."approval_wording" in ('approved', 'recommended')),
	CONSTRAINT "cities_resubmittal_sets" CHECK("__new_cities"."resubmittal_sets" in ('complete', 'changed')),
	CONSTRAINT "cities_letter_recipients" CHECK("__new_cities"."letter_recipients" in ('city', 'city_and_applicant'))
);

--> statement-breakpoint
INSERT INTO `__new_cities`("id", "city_name", "full_name", "city_number", "urban37_city_code", "manager_name", "manager_email", "manager_phone", "logo_path", "submission_status", "is_active", "uses_corrections", "letter_names_reviewers", "letter_contact", "letter_codes", "approval_wording", "resubmittal_sets", "plan_checks_opened_to", "form_key", "created_at", "updated_at") SELECT "id", "city_name", "full_name", "city_number", "urban37_city_code", "manager_name", "manager_email", "manager_phone", "logo_path", "submission_status", "is_active", "uses_corrections", "letter_names_reviewers", "letter_contact", "letter_codes", "approval_wording", "resubmittal_sets", "plan_checks_opened_to", "form_key", "created_at", "updated_at" FROM `cities`;
--> statement-breakpoint
DROP TABLE `cities`;
--> statement-breakpoint
ALTER TABLE `__new_cities` RENAME TO `cities`;
--> statement-breakpoint
CREATE UNIQUE INDEX `cities_code` ON `cities` (upper("urban37_city_code"));
--> statement-breakpoint
CREATE UNIQUE INDEX `cities_form_key` ON `cities` (`form_key`);
--> statement-breakpoint
ALTER TABLE `plan_checks` ADD `handed_over_issue` integer;
--> statement-breakpoint
ALTER TABLE `plan_checks` ADD `former_issue` integer;
--> statement-breakpoint
ALTER TABLE `plan_checks` ADD `hand_over_email_id` integer REFERENCES mail_outbox(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE `plan_checks` ADD `returned_at` text;
--> statement-breakpoint
ALTER TABLE `plan_checks` ADD `return_remark` text;
--> statement-breakpoint
CREATE INDEX `plan_checks_by_hand_over_email` ON `plan_checks` (`hand_over_email_id`) WHERE "plan_checks"."hand_over_email_id" is not null;
--> statement-breakpoint
ALTER TABLE `plan_files` ADD `link_id` integer REFERENCES status_links(id) ON DELETE SET NULL;
--> statement-breakpoint
CREATE INDEX `plan_files_by_link` ON `plan_files` (`link_id`);
--> statement-breakpoint
UPDATE plan_checks SET handed_over_issue = (SELECT max(issue) FROM letters WHERE letters.plan_check_id = plan_checks.id) WHERE handed_over_on IS NOT NULL;
