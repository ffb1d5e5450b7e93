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
CREATE TABLE `assignment_counts` (
	`employee_id` integer NOT NULL,
	`status` text NOT NULL,
	`assignments` integer NOT NULL,
	PRIMARY KEY(`employee_id`, `status`),
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `due_counts` (
	`due_date` text PRIMARY KEY NOT NULL,
	`assignments` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `assignments_by_due_date`;--> statement-breakpoint
DROP INDEX `assignments_by_employee`;--> statement-breakpoint
ALTER TABLE `assignments` ADD `is_current` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `assignments` ADD `is_open` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `assignments` ADD `permit_due_date` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `assignments` SET (`is_current`, `is_open`, `permit_due_date`) = (
	SELECT `permits`.`review_cycle` = `assignments`.`review_cycle`,
		`permits`.`review_cycle` = `assignments`.`review_cycle` AND `assignments`.`status` <> 'completed',
		`permits`.`due_date`
	FROM `permits` WHERE `permits`.`id` = `assignments`.`permit_id`
);--> statement-breakpoint
CREATE INDEX `assignments_current_by_employee` ON `assignments` (`employee_id`,`employee_due_date`,`id`,`status`,`permit_due_date`,`discipline`,`completed_at`,`updated_at`,`is_open`,`is_current`) WHERE "assignments"."is_current" = true;--> statement-breakpoint
CREATE INDEX `assignments_current_by_due_date` ON `assignments` (`employee_due_date`,`id`,`is_open`,`is_current`) WHERE "assignments"."is_current" = true;--> statement-breakpoint
CREATE INDEX `assignments_current_by_permit_due_date` ON `assignments` (`permit_due_date`,`id`,`is_open`,`is_current`) WHERE "assignments"."is_current" = true;--> statement-breakpoint
CREATE INDEX `assignments_current_by_discipline` ON `assignments` (`discipline`,`id`,`is_open`,`is_current`) WHERE "assignments"."is_current" = true;--> statement-breakpoint
CREATE INDEX `assignments_current_by_status` ON `assignments` (`status`,`id`,`is_open`,`is_current`) WHERE "assignments"."is_current" = true;--> statement-breakpoint
CREATE INDEX `assignments_current_by_completion` ON `assignments` (`completed_at`,`id`,`is_open`,`is_current`) WHERE "assignments"."is_current" = true;--> statement-breakpoint
CREATE INDEX `assignments_current_by_update` ON `assignments` (`updated_at`,`id`,`is_open`,`is_current`) WHERE "assignments"."is_current" = true;--> statement-breakpoint
CREATE INDEX `assignments_open_by_employee` ON `assignments` (`employee_id`,`employee_due_date`,`id`,`status`,`permit_due_date`,`discipline`,`completed_at`,`updated_at`,`is_open`) WHERE "assignments"."is_open" = true;--> statement-breakpoint
CREATE INDEX `assignments_open_by_due_date` ON `assignments` (`employee_due_date`,`id`,`status`,`permit_due_date`,`discipline`,`completed_at`,`updated_at`,`is_open`) WHERE "assignments"."is_open" = true;--> statement-breakpoint
CREATE INDEX `assignments_open_by_id` ON `assignments` (`id`,`status`,`permit_due_date`,`discipline`,`completed_at`,`updated_at`,`is_open`) WHERE "assignments"."is_open" = true;--> statement-breakpoint
CREATE INDEX `assignments_by_employee` ON `assignments` (`employee_id`);--> statement-breakpoint
DROP INDEX `city_fees_by_city`;--> statement-breakpoint
CREATE INDEX `city_fees_by_payer` ON `city_fees` (`paid_by_id`);--> statement-breakpoint
CREATE INDEX `city_fees_by_invoice` ON `city_fees` (`city_id`,upper("invoice_number"));--> statement-breakpoint
CREATE INDEX `city_fees_by_city` ON `city_fees` (`city_id`,`date_charged`,`id`);--> statement-breakpoint
DROP INDEX `time_entries_by_permit`;--> statement-breakpoint
CREATE INDEX `time_entries_by_permit` ON `time_entries` (`permit_id`,`employee_id`,`work_date`);--> statement-breakpoint
ALTER TABLE `permit_counts` ADD `assigned` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `permits` ADD `approved_on` text CONSTRAINT "permits_approved_on" CHECK("approved_on" is date("approved_on"));--> statement-breakpoint
ALTER TABLE `permits` ADD `is_assigned` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `permits` SET `is_assigned` = true WHERE EXISTS (
	SELECT 1 FROM `assignments` WHERE `permit_id` = `permits`.`id` AND `review_cycle` = `permits`.`review_cycle`
);--> statement-breakpoint
CREATE INDEX `permits_by_id` ON `permits` (`id`);--> statement-breakpoint
CREATE INDEX `permits_by_creator` ON `permits` (`created_by_id`);--> statement-breakpoint
CREATE INDEX `permits_by_city_status_number` ON `permits` (`city_id`,`status`,`urban37_permit_number`,`id`);--> statement-breakpoint
CREATE INDEX `permits_by_city_status_due_date` ON `permits` (`city_id`,`status`,`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `permits_by_city_status_assigned` ON `permits` (`city_id`,`status`,`is_assigned`,`id`);--> statement-breakpoint
CREATE INDEX `permits_sort_values` ON `permits` (`id`,`urban37_permit_number`,`due_date`,`status`,`city_id`);--> statement-breakpoint
CREATE INDEX `comments_by_author_city` ON `comments` (`author_city_id`);--> statement-breakpoint
CREATE INDEX `mail_outbox_ids` ON `mail_outbox` (`id`);--> statement-breakpoint
CREATE INDEX `plan_files_by_uploader` ON `plan_files` (`uploaded_by_id`);--> statement-breakpoint
CREATE INDEX `sessions_last_use` ON `sessions` (`last_seen_at`);--> statement-breakpoint
UPDATE `permit_counts` SET `assigned` = (
	SELECT count(*) FROM `permits`
	WHERE `city_id` = `permit_counts`.`city_id` AND `status` = `permit_counts`.`status` AND `is_assigned`
);
