CREATE TABLE `listed_plan_checks` (
	`permit_id` integer PRIMARY KEY NOT NULL,
	`city_id` integer NOT NULL,
	`word` text NOT NULL,
	`is_in_review` integer NOT NULL,
	`due_date` text NOT NULL,
	`disciplines` integer NOT NULL,
	`decided` integer NOT NULL,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `listed_plan_checks_by_word` ON `listed_plan_checks` (`word`,`due_date`);--> statement-breakpoint
CREATE INDEX `listed_plan_checks_by_city` ON `listed_plan_checks` (`city_id`,`word`,`due_date`);--> statement-breakpoint
CREATE INDEX `listed_plan_checks_in_review` ON `listed_plan_checks` (`due_date`) WHERE "listed_plan_checks"."is_in_review" = true;--> statement-breakpoint
CREATE INDEX `listed_plan_checks_in_review_by_city` ON `listed_plan_checks` (`city_id`,`due_date`) WHERE "listed_plan_checks"."is_in_review" = true;--> statement-breakpoint
CREATE TABLE `plan_check_counts` (
	`word` text NOT NULL,
	`city_id` integer NOT NULL,
	`plan_checks` integer NOT NULL,
	PRIMARY KEY(`word`, `city_id`),
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `plan_check_counts_by_city` ON `plan_check_counts` (`city_id`);--> statement-breakpoint
CREATE TABLE `plan_check_due_counts` (
	`due_date` text PRIMARY KEY NOT NULL,
	`plan_checks` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `plan_checks_to_list` (
	`permit_id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- The job that opens plan checks also lists them: it starts again in the cities that use corrections.
UPDATE `cities` SET `plan_checks_opened_to` = 0 WHERE `uses_corrections`;
--> statement-breakpoint
-- Everything that the word of a plan check follows from, but for the switch of its city.
CREATE TRIGGER `plan_checks_to_list_permits_insert` AFTER INSERT ON `permits` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (new.`id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_permits_update` AFTER UPDATE OF `city_id`, `status`, `review_cycle`, `due_date` ON `permits` WHEN (old.`city_id`, old.`status`, old.`review_cycle`, old.`due_date`) IS NOT (new.`city_id`, new.`status`, new.`review_cycle`, new.`due_date`) BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (new.`id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_permit_disciplines_insert` AFTER INSERT ON `permit_disciplines` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (new.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_permit_disciplines_delete` AFTER DELETE ON `permit_disciplines` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (old.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_assignments_insert` AFTER INSERT ON `assignments` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (new.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_assignments_update` AFTER UPDATE OF `review_cycle`, `discipline`, `status`, `decision` ON `assignments` WHEN (old.`review_cycle`, old.`discipline`, old.`status`, old.`decision`) IS NOT (new.`review_cycle`, new.`discipline`, new.`status`, new.`decision`) BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (new.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_assignments_delete` AFTER DELETE ON `assignments` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (old.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_corrections_insert` AFTER INSERT ON `corrections` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (new.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_corrections_update` AFTER UPDATE OF `discipline`, `kind`, `status`, `review_cycle`, `first_letter_id` ON `corrections` WHEN (old.`discipline`, old.`kind`, old.`status`, old.`review_cycle`, old.`first_letter_id`) IS NOT (new.`discipline`, new.`kind`, new.`status`, new.`review_cycle`, new.`first_letter_id`) BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (new.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_corrections_delete` AFTER DELETE ON `corrections` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (old.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_plan_checks_insert` AFTER INSERT ON `plan_checks` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (new.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_plan_checks_update` AFTER UPDATE OF `review_cycle`, `state`, `released_at`, `handed_over_on` ON `plan_checks` WHEN (old.`review_cycle`, old.`state`, old.`released_at`, old.`handed_over_on`) IS NOT (new.`review_cycle`, new.`state`, new.`released_at`, new.`handed_over_on`) BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (new.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_plan_checks_delete` AFTER DELETE ON `plan_checks` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (old.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_letters_insert` AFTER INSERT ON `letters` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (new.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_letters_delete` AFTER DELETE ON `letters` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) VALUES (old.`permit_id`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_back_checks_insert` AFTER INSERT ON `back_checks` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) SELECT `permit_id` FROM `corrections` WHERE `id` = new.`correction_id` ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_checks_to_list_back_checks_delete` AFTER DELETE ON `back_checks` BEGIN
	INSERT INTO `plan_checks_to_list` (`permit_id`) SELECT `permit_id` FROM `corrections` WHERE `id` = old.`correction_id` ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_check_counts_insert` AFTER INSERT ON `listed_plan_checks` BEGIN
	INSERT INTO `plan_check_counts` (`word`, `city_id`, `plan_checks`) VALUES (new.`word`, new.`city_id`, 1)
	ON CONFLICT DO UPDATE SET `plan_checks` = `plan_checks` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_check_counts_delete` AFTER DELETE ON `listed_plan_checks` BEGIN
	UPDATE `plan_check_counts` SET `plan_checks` = `plan_checks` - 1 WHERE `word` = old.`word` AND `city_id` = old.`city_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_check_counts_update` AFTER UPDATE OF `city_id`, `word` ON `listed_plan_checks`
WHEN old.`city_id` <> new.`city_id` OR old.`word` <> new.`word` BEGIN
	UPDATE `plan_check_counts` SET `plan_checks` = `plan_checks` - 1 WHERE `word` = old.`word` AND `city_id` = old.`city_id`;
	INSERT INTO `plan_check_counts` (`word`, `city_id`, `plan_checks`) VALUES (new.`word`, new.`city_id`, 1)
	ON CONFLICT DO UPDATE SET `plan_checks` = `plan_checks` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_check_due_counts_insert` AFTER INSERT ON `listed_plan_checks` BEGIN
	INSERT INTO `plan_check_due_counts` (`due_date`, `plan_checks`) SELECT new.`due_date`, 1 WHERE new.`is_in_review`
	ON CONFLICT DO UPDATE SET `plan_checks` = `plan_checks` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_check_due_counts_delete` AFTER DELETE ON `listed_plan_checks` BEGIN
	UPDATE `plan_check_due_counts` SET `plan_checks` = `plan_checks` - 1 WHERE `due_date` = old.`due_date` AND old.`is_in_review`;
END;
--> statement-breakpoint
CREATE TRIGGER `plan_check_due_counts_update` AFTER UPDATE OF `is_in_review`, `due_date` ON `listed_plan_checks`
WHEN old.`is_in_review` <> new.`is_in_review` OR old.`due_date` <> new.`due_date` BEGIN
	UPDATE `plan_check_due_counts` SET `plan_checks` = `plan_checks` - 1 WHERE `due_date` = old.`due_date` AND old.`is_in_review`;
	INSERT INTO `plan_check_due_counts` (`due_date`, `plan_checks`) SELECT new.`due_date`, 1 WHERE new.`is_in_review`
	ON CONFLICT DO UPDATE SET `plan_checks` = `plan_checks` + 1;
END;
