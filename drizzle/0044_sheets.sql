CREATE TABLE `plan_sets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`plan_file_id` integer NOT NULL,
	`permit_id` integer NOT NULL,
	`review_cycle` text NOT NULL,
	`kind` text DEFAULT 'drawings' NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`refusal` text,
	`findings` text,
	`settled` text,
	`confirmed_at` text,
	`confirmed_by_id` integer,
	`confirmed_by_name` text,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`plan_file_id`) REFERENCES `plan_files`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`confirmed_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "plan_sets_review_cycle" CHECK("plan_sets"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "plan_sets_kind" CHECK("plan_sets"."kind" in ('drawings', 'document')),
	CONSTRAINT "plan_sets_state" CHECK("plan_sets"."state" in ('waiting', 'checking', 'ready', 'refused')),
	CONSTRAINT "plan_sets_refusal" CHECK("plan_sets"."refusal" in ('encrypted', 'portfolio', 'empty', 'tooManyPages', 'noBox', 'tooLarge', 'unreadable', 'tooManySheets'))
);

--> statement-breakpoint
CREATE UNIQUE INDEX `plan_sets_by_file` ON `plan_sets` (`plan_file_id`);
--> statement-breakpoint
CREATE INDEX `plan_sets_by_permit` ON `plan_sets` (`permit_id`,`review_cycle`);
--> statement-breakpoint
CREATE INDEX `plan_sets_by_confirmer` ON `plan_sets` (`confirmed_by_id`);
--> statement-breakpoint
CREATE TABLE `render_jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`plan_set_id` integer NOT NULL,
	`task` text NOT NULL,
	`priority` integer NOT NULL,
	`pages_done` integer DEFAULT 0 NOT NULL,
	`due_at` text NOT NULL,
	FOREIGN KEY (`plan_set_id`) REFERENCES `plan_sets`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "render_jobs_task" CHECK("render_jobs"."task" in ('check', 'draw', 'compare'))
);

--> statement-breakpoint
CREATE UNIQUE INDEX `render_jobs_of_set` ON `render_jobs` (`plan_set_id`,`task`);
--> statement-breakpoint
CREATE INDEX `render_jobs_due` ON `render_jobs` (`priority`,`id`);
--> statement-breakpoint
CREATE TABLE `sheets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`plan_set_id` integer NOT NULL,
	`permit_id` integer NOT NULL,
	`page` integer NOT NULL,
	`number` text,
	`title` text,
	`number_source` text,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`cannot_be_shown` integer DEFAULT false NOT NULL,
	`compared_with_id` integer,
	`is_changed` integer,
	`withdrawn_at` text,
	`withdrawn_in` text,
	`withdrawn_by_id` integer,
	`withdrawn_by_name` text,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`plan_set_id`) REFERENCES `plan_sets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`withdrawn_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sheets_number_source" CHECK("sheets"."number_source" in ('label', 'bookmark', 'text', 'person')),
	CONSTRAINT "sheets_withdrawn_in" CHECK("sheets"."withdrawn_in" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10'))
);

--> statement-breakpoint
CREATE UNIQUE INDEX `sheets_by_set` ON `sheets` (`plan_set_id`,`page`);
--> statement-breakpoint
CREATE INDEX `sheets_by_permit` ON `sheets` (`permit_id`);
--> statement-breakpoint
CREATE INDEX `sheets_by_withdrawer` ON `sheets` (`withdrawn_by_id`);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;
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
	`plan_checks_opened_to` integer,
	`form_key` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "cities_submission_status" CHECK("__new_cities"."submission_status" in ('approved', 'in_process', 'resubmittal_required', 'hold', 'cancelled')),
	CONSTRAINT "cities_approval_wording" CHECK("__new_cities"."approval_wording" in ('approved', 'recommended')),
	CONSTRAINT "cities_resubmittal_sets" CHECK("__new_cities"."resubmittal_sets" in ('complete', 'changed'))
);

--> statement-breakpoint
INSERT INTO `__new_cities`("id", "city_name", "full_name", "city_number", "urban37_city_code", "manager_name", "manager_email", "manager_phone", "logo_path", "submission_status", "is_active", "uses_corrections", "letter_names_reviewers", "letter_contact", "letter_codes", "approval_wording", "plan_checks_opened_to", "form_key", "created_at", "updated_at") SELECT "id", "city_name", "full_name", "city_number", "urban37_city_code", "manager_name", "manager_email", "manager_phone", "logo_path", "submission_status", "is_active", "uses_corrections", "letter_names_reviewers", "letter_contact", "letter_codes", "approval_wording", "plan_checks_opened_to", "form_key", "created_at", "updated_at" FROM `cities`;
--> statement-breakpoint
DROP TABLE `cities`;
--> statement-breakpoint
ALTER TABLE `__new_cities` RENAME TO `cities`;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
--> statement-breakpoint
CREATE UNIQUE INDEX `cities_code` ON `cities` (upper("urban37_city_code"));
--> statement-breakpoint
CREATE UNIQUE INDEX `cities_form_key` ON `cities` (`form_key`);
--> statement-breakpoint
INSERT INTO `plan_sets` (`plan_file_id`, `permit_id`, `review_cycle`, `updated_at`)
SELECT `id`, `permit_id`, `review_cycle`, `uploaded_at` FROM `plan_files` WHERE `kind` = 'pdf' AND `origin` = 'submitted' ORDER BY `id`;
--> statement-breakpoint
INSERT INTO `render_jobs` (`plan_set_id`, `task`, `priority`, `due_at`) SELECT `id`, 'check', 9, `updated_at` FROM `plan_sets` ORDER BY `id` DESC;
--> statement-breakpoint
UPDATE `binned_permits` SET `rows` = json_set(`rows`, '$.planSets', json('[]'), '$.sheets', json('[]'));
