ALTER TABLE `plan_checks` ADD `cover_note` text;
--> statement-breakpoint
-- A correction that does not say why it is new keeps its letter back.
DROP TRIGGER `plan_checks_to_list_corrections_update`;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_corrections_update` AFTER UPDATE OF `discipline`, `kind`, `status`, `review_cycle`, `first_letter_id`, `new_reason` ON `corrections` WHEN (old.`discipline`, old.`kind`, old.`status`, old.`review_cycle`, old.`first_letter_id`, old.`new_reason`) IS NOT (new.`discipline`, new.`kind`, new.`status`, new.`review_cycle`, new.`first_letter_id`, new.`new_reason`) BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (new.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
INSERT INTO `plan_checks_to_list` (`permit_id`) SELECT DISTINCT `permit_id` FROM `corrections` WHERE `first_letter_id` IS NULL AND `new_reason` IS NULL AND EXISTS (SELECT 1 FROM `letters` WHERE `letters`.`permit_id` = `corrections`.`permit_id`) ON CONFLICT DO NOTHING;
