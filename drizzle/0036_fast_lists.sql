DROP INDEX `corrections_by_status`;
--> statement-breakpoint
CREATE INDEX `corrections_by_status` ON `corrections` (`permit_id`,`status`,`discipline`,`kind`,`first_letter_id`);
--> statement-breakpoint
CREATE INDEX `letters_by_id` ON `letters` (`id`,`review_cycle`);
--> statement-breakpoint
CREATE INDEX `permits_open_by_due_date` ON `permits` (`due_date`,`id`,`status`,`city_id`,`lacks_reviewer`,`is_assigned`) WHERE "permits"."status" in ('in_process', 'resubmittal_required');