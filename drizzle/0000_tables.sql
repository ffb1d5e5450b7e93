CREATE TABLE `assignments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`permit_id` integer NOT NULL,
	`review_cycle` text NOT NULL,
	`discipline` text NOT NULL,
	`employee_id` integer NOT NULL,
	`employee_due_date` text,
	`status` text NOT NULL,
	`comment` text,
	`completed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "assignments_status" CHECK("assignments"."status" in ('assigned', 'in_progress', 'completed')),
	CONSTRAINT "assignments_discipline_known" CHECK("assignments"."discipline" in ('Architectural', 'Structural', 'Civil', 'Electrical', 'Plumbing', 'Mechanical', 'Fire', 'Accessibility')),
	CONSTRAINT "assignments_review_cycle" CHECK("assignments"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "assignments_due_date" CHECK("assignments"."employee_due_date" is date("assignments"."employee_due_date"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `assignments_discipline` ON `assignments` (`permit_id`,`review_cycle`,`discipline`);--> statement-breakpoint
CREATE INDEX `assignments_by_employee` ON `assignments` (`employee_id`,`status`,`employee_due_date`);--> statement-breakpoint
CREATE INDEX `assignments_by_due_date` ON `assignments` (`status`,`employee_due_date`);--> statement-breakpoint
CREATE TABLE `audit_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` integer,
	`changes` text NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `audit_events_by_subject` ON `audit_events` (`subject`,`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_by_actor` ON `audit_events` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_by_time` ON `audit_events` (`at`);--> statement-breakpoint
CREATE TABLE `cities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`city_name` text NOT NULL,
	`city_number` text NOT NULL,
	`urban37_city_code` text NOT NULL,
	`manager_name` text,
	`manager_email` text,
	`manager_phone` text,
	`logo_path` text,
	`submission_status` text DEFAULT 'approved' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`form_key` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "cities_submission_status" CHECK("cities"."submission_status" in ('approved', 'in_process', 'resubmittal_required', 'hold', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cities_code` ON `cities` (upper("urban37_city_code"));--> statement-breakpoint
CREATE UNIQUE INDEX `cities_form_key` ON `cities` (`form_key`);--> statement-breakpoint
CREATE INDEX `cities_name` ON `cities` (`city_name`);--> statement-breakpoint
CREATE TABLE `city_fees` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`city_id` integer NOT NULL,
	`service_type` text NOT NULL,
	`description` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`invoice_number` text,
	`notes` text,
	`date_charged` text NOT NULL,
	`date_paid` text,
	`paid_by_id` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`form_key` text,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paid_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "city_fees_service_type" CHECK("city_fees"."service_type" in ('review', 'processing', 'expedited', 'consultation', 'inspection', 'other')),
	CONSTRAINT "city_fees_status" CHECK("city_fees"."status" in ('pending', 'paid', 'overdue')),
	CONSTRAINT "city_fees_amount" CHECK("city_fees"."amount_cents" >= 0),
	CONSTRAINT "city_fees_date_charged" CHECK("city_fees"."date_charged" is date("city_fees"."date_charged")),
	CONSTRAINT "city_fees_date_paid" CHECK("city_fees"."date_paid" is date("city_fees"."date_paid"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `city_fees_form_key` ON `city_fees` (`form_key`);--> statement-breakpoint
CREATE INDEX `city_fees_by_city` ON `city_fees` (`city_id`,`date_charged`);--> statement-breakpoint
CREATE TABLE `city_pricing` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`city_id` integer NOT NULL,
	`service_name` text NOT NULL,
	`pricing_type` text NOT NULL,
	`rate` integer NOT NULL,
	`description` text,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`form_key` text,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "city_pricing_type" CHECK("city_pricing"."pricing_type" in ('percentage', 'hourly')),
	CONSTRAINT "city_pricing_rate" CHECK("city_pricing"."rate" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `city_pricing_form_key` ON `city_pricing` (`form_key`);--> statement-breakpoint
CREATE INDEX `city_pricing_by_city` ON `city_pricing` (`city_id`,`service_name`);--> statement-breakpoint
CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`permit_id` integer NOT NULL,
	`parent_id` integer,
	`review_cycle` text NOT NULL,
	`discipline` text,
	`author_id` integer,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`is_shared` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`form_key` text,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "comments_discipline" CHECK("comments"."discipline" in ('Architectural', 'Structural', 'Civil', 'Electrical', 'Plumbing', 'Mechanical', 'Fire', 'Accessibility')),
	CONSTRAINT "comments_review_cycle" CHECK("comments"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `comments_form_key` ON `comments` (`form_key`);--> statement-breakpoint
CREATE INDEX `comments_by_permit` ON `comments` (`permit_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `comments_by_parent` ON `comments` (`parent_id`);--> statement-breakpoint
CREATE TABLE `employee_disciplines` (
	`employee_id` integer NOT NULL,
	`discipline` text NOT NULL,
	PRIMARY KEY(`employee_id`, `discipline`),
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "employee_disciplines_discipline" CHECK("employee_disciplines"."discipline" in ('Architectural', 'Structural', 'Civil', 'Electrical', 'Plumbing', 'Mechanical', 'Fire', 'Accessibility'))
);
--> statement-breakpoint
CREATE TABLE `employees` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`form_key` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `employees_user` ON `employees` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `employees_form_key` ON `employees` (`form_key`);--> statement-breakpoint
CREATE TABLE `mail_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`to_address` text NOT NULL,
	`subject` text NOT NULL,
	`plain_text` text NOT NULL,
	`html` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text,
	`last_error` text,
	`created_at` text NOT NULL,
	`sent_at` text,
	CONSTRAINT "mail_outbox_status" CHECK("mail_outbox"."status" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`status`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `mail_outbox_by_time` ON `mail_outbox` (`created_at`);--> statement-breakpoint
CREATE TABLE `one_time_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`purpose` text NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "one_time_tokens_purpose" CHECK("one_time_tokens"."purpose" in ('invite', 'reset'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_tokens_token` ON `one_time_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_user` ON `one_time_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `permit_counts` (
	`city_id` integer NOT NULL,
	`status` text NOT NULL,
	`permits` integer NOT NULL,
	PRIMARY KEY(`city_id`, `status`),
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `permit_disciplines` (
	`permit_id` integer NOT NULL,
	`discipline` text NOT NULL,
	PRIMARY KEY(`permit_id`, `discipline`),
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "permit_disciplines_discipline" CHECK("permit_disciplines"."discipline" in ('Architectural', 'Structural', 'Civil', 'Electrical', 'Plumbing', 'Mechanical', 'Fire', 'Accessibility'))
);
--> statement-breakpoint
CREATE TABLE `permit_number_counters` (
	`city_id` integer NOT NULL,
	`year` integer NOT NULL,
	`highest` integer NOT NULL,
	PRIMARY KEY(`city_id`, `year`),
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `permits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`city_id` integer NOT NULL,
	`permit_creation_year` integer NOT NULL,
	`urban37_permit_number` text NOT NULL,
	`revision_number` text,
	`city_permit_number` text,
	`status` text NOT NULL,
	`review_cycle` text NOT NULL,
	`is_expedited_review` integer DEFAULT false NOT NULL,
	`needs_physical_plans` integer DEFAULT false NOT NULL,
	`creation_date` text NOT NULL,
	`due_date` text NOT NULL,
	`submission_date` text,
	`project_name` text NOT NULL,
	`project_address` text NOT NULL,
	`project_type` text NOT NULL,
	`project_description` text NOT NULL,
	`applicant_name` text,
	`applicant_email` text,
	`applicant_phone` text,
	`created_by_id` integer,
	`form_key` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "permits_status" CHECK("permits"."status" in ('approved', 'in_process', 'resubmittal_required', 'hold', 'cancelled')),
	CONSTRAINT "permits_review_cycle" CHECK("permits"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "permits_revision" CHECK("permits"."revision_number" in ('rev1', 'rev2', 'rev3', 'rev4', 'rev5', 'rev6', 'rev7', 'rev8', 'rev9', 'rev10')),
	CONSTRAINT "permits_project_type" CHECK("permits"."project_type" in ('residential', 'commercial', 'mixed_use', 'industrial', 'institutional', 'other')),
	CONSTRAINT "permits_year" CHECK("permits"."permit_creation_year" between 2020 and 2030),
	CONSTRAINT "permits_creation_date" CHECK("permits"."creation_date" is date("permits"."creation_date")),
	CONSTRAINT "permits_due_date" CHECK("permits"."due_date" is date("permits"."due_date")),
	CONSTRAINT "permits_submission_date" CHECK("permits"."submission_date" is date("permits"."submission_date"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `permits_number` ON `permits` (upper("urban37_permit_number"),case when "revision_number" is null then '' else "revision_number" end);--> statement-breakpoint
CREATE UNIQUE INDEX `permits_form_key` ON `permits` (`form_key`);--> statement-breakpoint
CREATE INDEX `permits_by_number` ON `permits` (`urban37_permit_number`,`id`);--> statement-breakpoint
CREATE INDEX `permits_by_due_date` ON `permits` (`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `permits_by_city` ON `permits` (`city_id`,`id`);--> statement-breakpoint
CREATE INDEX `permits_by_city_number` ON `permits` (`city_id`,`urban37_permit_number`,`id`);--> statement-breakpoint
CREATE INDEX `permits_by_city_due_date` ON `permits` (`city_id`,`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `permits_by_status` ON `permits` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `permits_by_status_number` ON `permits` (`status`,`urban37_permit_number`,`id`);--> statement-breakpoint
CREATE INDEX `permits_by_status_due_date` ON `permits` (`status`,`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `permits_by_city_status` ON `permits` (`city_id`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `plan_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`permit_id` integer NOT NULL,
	`review_cycle` text NOT NULL,
	`file_name` text NOT NULL,
	`kind` text NOT NULL,
	`byte_size` integer NOT NULL,
	`content_hash` text NOT NULL,
	`uploaded_by_id` integer,
	`uploaded_at` text NOT NULL,
	`form_key` text,
	`form_position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uploaded_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "plan_files_review_cycle" CHECK("plan_files"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "plan_files_kind" CHECK("plan_files"."kind" in ('pdf', 'dwg', 'dxf'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_files_form_key` ON `plan_files` (`form_key`,`form_position`);--> statement-breakpoint
CREATE INDEX `plan_files_by_permit` ON `plan_files` (`permit_id`,`review_cycle`,`uploaded_at`);--> statement-breakpoint
CREATE INDEX `plan_files_by_content` ON `plan_files` (`content_hash`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`last_seen_at`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_failures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`address` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_failures_email` ON `sign_in_failures` (`email`,`at`);--> statement-breakpoint
CREATE INDEX `sign_in_failures_address` ON `sign_in_failures` (`address`,`at`);--> statement-breakpoint
CREATE INDEX `sign_in_failures_at` ON `sign_in_failures` (`at`);--> statement-breakpoint
CREATE TABLE `time_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`permit_id` integer NOT NULL,
	`employee_id` integer NOT NULL,
	`discipline` text NOT NULL,
	`review_cycle` text NOT NULL,
	`quarter_hours` integer NOT NULL,
	`work_date` text NOT NULL,
	`description` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`form_key` text,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "time_entries_discipline" CHECK("time_entries"."discipline" in ('Architectural', 'Structural', 'Civil', 'Electrical', 'Plumbing', 'Mechanical', 'Fire', 'Accessibility')),
	CONSTRAINT "time_entries_review_cycle" CHECK("time_entries"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "time_entries_hours" CHECK("time_entries"."quarter_hours" between 1 and 96),
	CONSTRAINT "time_entries_work_date" CHECK("time_entries"."work_date" is date("time_entries"."work_date"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `time_entries_form_key` ON `time_entries` (`form_key`);--> statement-breakpoint
CREATE INDEX `time_entries_by_permit` ON `time_entries` (`permit_id`,`work_date`);--> statement-breakpoint
CREATE INDEX `time_entries_by_employee` ON `time_entries` (`employee_id`,`work_date`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`role` text,
	`city_id` integer,
	`profile_image_path` text,
	`password_hash` text,
	`is_invited` integer DEFAULT false NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_role" CHECK("users"."role" in ('admin', 'employee', 'city')),
	CONSTRAINT "users_email_lower_case" CHECK("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_city` ON `users` (`city_id`);