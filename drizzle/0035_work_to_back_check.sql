DROP INDEX `corrections_by_status`;
--> statement-breakpoint
CREATE INDEX `corrections_by_status` ON `corrections` (`permit_id`,`status`,`discipline`,`kind`,`first_letter_id`);
--> statement-breakpoint
CREATE INDEX `letters_by_id` ON `letters` (`id`,`review_cycle`);