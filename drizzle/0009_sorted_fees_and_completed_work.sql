DROP INDEX `city_fees_by_invoice`;--> statement-breakpoint
CREATE INDEX `city_fees_by_date_paid` ON `city_fees` (`city_id`,`date_paid`,`id`);--> statement-breakpoint
CREATE INDEX `city_fees_by_amount` ON `city_fees` (`city_id`,`amount_cents`,`id`);--> statement-breakpoint
CREATE INDEX `city_fees_by_status` ON `city_fees` (`city_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `city_fees_by_service_type` ON `city_fees` (`city_id`,`service_type`,`id`);--> statement-breakpoint
CREATE INDEX `city_fees_by_invoice` ON `city_fees` (`city_id`,(length("invoice_number") + 100) || upper("invoice_number"),`id`);--> statement-breakpoint
CREATE INDEX `assignments_completed_by_due_date` ON `assignments` (`employee_due_date`,`id`) WHERE ("assignments"."is_current" = true and "assignments"."is_open" = false);