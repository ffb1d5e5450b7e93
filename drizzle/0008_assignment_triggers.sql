CREATE TRIGGER `assignments_insert` AFTER INSERT ON `assignments` WHEN EXISTS (
	SELECT 1 FROM `permits` WHERE `permits`.`id` = new.`permit_id` AND (
		new.`is_current` <> (`permits`.`review_cycle` = new.`review_cycle`)
		OR new.`is_open` <> (`permits`.`review_cycle` = new.`review_cycle` AND new.`status` <> 'completed')
		OR new.`permit_due_date` <> `permits`.`due_date`
	)
) BEGIN
	UPDATE `assignments` SET (`is_current`, `is_open`, `permit_due_date`) = (
		SELECT `permits`.`review_cycle` = `assignments`.`review_cycle`,
			`permits`.`review_cycle` = `assignments`.`review_cycle` AND `assignments`.`status` <> 'completed',
			`permits`.`due_date`
		FROM `permits` WHERE `permits`.`id` = `assignments`.`permit_id`
	) WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `assignments_update` AFTER UPDATE OF `permit_id`, `review_cycle`, `status`, `is_current`, `is_open`, `permit_due_date` ON `assignments` WHEN EXISTS (
	SELECT 1 FROM `permits` WHERE `permits`.`id` = new.`permit_id` AND (
		new.`is_current` <> (`permits`.`review_cycle` = new.`review_cycle`)
		OR new.`is_open` <> (`permits`.`review_cycle` = new.`review_cycle` AND new.`status` <> 'completed')
		OR new.`permit_due_date` <> `permits`.`due_date`
	)
) BEGIN
	UPDATE `assignments` SET (`is_current`, `is_open`, `permit_due_date`) = (
		SELECT `permits`.`review_cycle` = `assignments`.`review_cycle`,
			`permits`.`review_cycle` = `assignments`.`review_cycle` AND `assignments`.`status` <> 'completed',
			`permits`.`due_date`
		FROM `permits` WHERE `permits`.`id` = `assignments`.`permit_id`
	) WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permits_assignments` AFTER UPDATE OF `review_cycle`, `due_date` ON `permits`
WHEN old.`review_cycle` <> new.`review_cycle` OR old.`due_date` <> new.`due_date` BEGIN
	UPDATE `assignments` SET (`is_current`, `is_open`, `permit_due_date`) = (
		SELECT `permits`.`review_cycle` = `assignments`.`review_cycle`,
			`permits`.`review_cycle` = `assignments`.`review_cycle` AND `assignments`.`status` <> 'completed',
			`permits`.`due_date`
		FROM `permits` WHERE `permits`.`id` = `assignments`.`permit_id`
	) WHERE `permit_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `assignment_counts_insert` AFTER INSERT ON `assignments` WHEN new.`is_current` BEGIN
	INSERT INTO `assignment_counts` (`employee_id`, `status`, `assignments`) VALUES (new.`employee_id`, new.`status`, new.`is_current`)
	ON CONFLICT DO UPDATE SET `assignments` = `assignments` + excluded.`assignments`;
END;
--> statement-breakpoint
CREATE TRIGGER `assignment_counts_delete` AFTER DELETE ON `assignments` WHEN old.`is_current` BEGIN
	INSERT INTO `assignment_counts` (`employee_id`, `status`, `assignments`) VALUES (old.`employee_id`, old.`status`, -old.`is_current`)
	ON CONFLICT DO UPDATE SET `assignments` = `assignments` + excluded.`assignments`;
END;
--> statement-breakpoint
CREATE TRIGGER `assignment_counts_update` AFTER UPDATE OF `employee_id`, `status`, `is_current` ON `assignments`
WHEN old.`employee_id` <> new.`employee_id` OR old.`status` <> new.`status` OR old.`is_current` <> new.`is_current` BEGIN
	INSERT INTO `assignment_counts` (`employee_id`, `status`, `assignments`) VALUES (old.`employee_id`, old.`status`, -old.`is_current`)
	ON CONFLICT DO UPDATE SET `assignments` = `assignments` + excluded.`assignments`;
	INSERT INTO `assignment_counts` (`employee_id`, `status`, `assignments`) VALUES (new.`employee_id`, new.`status`, new.`is_current`)
	ON CONFLICT DO UPDATE SET `assignments` = `assignments` + excluded.`assignments`;
END;
--> statement-breakpoint
CREATE TRIGGER `due_counts_insert` AFTER INSERT ON `assignments` WHEN new.`is_open` AND new.`employee_due_date` IS NOT NULL BEGIN
	INSERT INTO `due_counts` (`due_date`, `assignments`)
	SELECT new.`employee_due_date`, 1 WHERE new.`is_open` AND new.`employee_due_date` IS NOT NULL
	ON CONFLICT DO UPDATE SET `assignments` = `assignments` + excluded.`assignments`;
END;
--> statement-breakpoint
CREATE TRIGGER `due_counts_delete` AFTER DELETE ON `assignments` WHEN old.`is_open` AND old.`employee_due_date` IS NOT NULL BEGIN
	INSERT INTO `due_counts` (`due_date`, `assignments`)
	SELECT old.`employee_due_date`, -1 WHERE old.`is_open` AND old.`employee_due_date` IS NOT NULL
	ON CONFLICT DO UPDATE SET `assignments` = `assignments` + excluded.`assignments`;
END;
--> statement-breakpoint
CREATE TRIGGER `due_counts_update` AFTER UPDATE OF `is_open`, `employee_due_date` ON `assignments`
WHEN old.`is_open` <> new.`is_open` OR old.`employee_due_date` IS NOT new.`employee_due_date` BEGIN
	INSERT INTO `due_counts` (`due_date`, `assignments`)
	SELECT old.`employee_due_date`, -1 WHERE old.`is_open` AND old.`employee_due_date` IS NOT NULL
	ON CONFLICT DO UPDATE SET `assignments` = `assignments` + excluded.`assignments`;
	INSERT INTO `due_counts` (`due_date`, `assignments`)
	SELECT new.`employee_due_date`, 1 WHERE new.`is_open` AND new.`employee_due_date` IS NOT NULL
	ON CONFLICT DO UPDATE SET `assignments` = `assignments` + excluded.`assignments`;
END;
