DROP INDEX `assignments_current_by_employee`;
--> statement-breakpoint
DROP INDEX `assignments_open_by_employee`;
--> statement-breakpoint
DROP INDEX `assignments_open_by_due_date`;
--> statement-breakpoint
CREATE INDEX `assignments_returned` ON `assignments` (`employee_id`) WHERE "assignments"."return_remark" is not null;
--> statement-breakpoint
CREATE INDEX `assignments_current_by_employee` ON `assignments` (`employee_id`,`employee_due_date`,`id`,`status`,`permit_due_date`,`discipline`,`completed_at`,`updated_at`,`is_open`,`is_current`,`permit_id`) WHERE "assignments"."is_current" = true;
--> statement-breakpoint
CREATE INDEX `assignments_open_by_employee` ON `assignments` (`employee_id`,`employee_due_date`,`id`,`status`,`permit_due_date`,`discipline`,`completed_at`,`updated_at`,`is_open`,`permit_id`,`review_cycle`) WHERE "assignments"."is_open" = true;
--> statement-breakpoint
CREATE INDEX `assignments_open_by_due_date` ON `assignments` (`employee_due_date`,`id`,`status`,`permit_due_date`,`discipline`,`completed_at`,`updated_at`,`is_open`,`permit_id`,`review_cycle`) WHERE "assignments"."is_open" = true;