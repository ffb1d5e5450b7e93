DROP INDEX `time_entries_by_permit`;--> statement-breakpoint
CREATE INDEX `time_entries_by_permit` ON `time_entries` (`permit_id`,`employee_id`,`work_date`);