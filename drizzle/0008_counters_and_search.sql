UPDATE `permits` SET `approved_on` = day_of(`approvals`.`at`)
FROM (
	SELECT `subject_id`, max(`at`) AS `at` FROM `audit_events`
	WHERE `subject` = 'permit' AND `action` = 'permit.updated' AND `changes` -> 'status' ->> 1 = 'approved'
	GROUP BY `subject_id`
) AS `approvals`
WHERE `permits`.`id` = `approvals`.`subject_id`;
--> statement-breakpoint
INSERT INTO `approval_counts` (`city_id`, `permits`, `days`)
SELECT `city_id`, count(*), sum(max(0, CAST(julianday(`approved_on`) - julianday(`creation_date`) AS INTEGER))) FROM `permits`
WHERE `status` = 'approved' AND `approved_on` IS NOT NULL GROUP BY `city_id`;
--> statement-breakpoint
CREATE TRIGGER `approval_counts_insert` AFTER INSERT ON `permits` WHEN new.`status` = 'approved' AND new.`approved_on` IS NOT NULL BEGIN
	INSERT INTO `approval_counts` (`city_id`, `permits`, `days`)
	VALUES (new.`city_id`, 1, max(0, CAST(julianday(new.`approved_on`) - julianday(new.`creation_date`) AS INTEGER)))
	ON CONFLICT DO UPDATE SET `permits` = `permits` + 1, `days` = `days` + excluded.`days`;
END;
--> statement-breakpoint
CREATE TRIGGER `approval_counts_delete` AFTER DELETE ON `permits` WHEN old.`status` = 'approved' AND old.`approved_on` IS NOT NULL BEGIN
	UPDATE `approval_counts` SET `permits` = `permits` - 1,
		`days` = `days` - max(0, CAST(julianday(old.`approved_on`) - julianday(old.`creation_date`) AS INTEGER))
	WHERE `city_id` = old.`city_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `approval_counts_update` AFTER UPDATE OF `city_id`, `status`, `creation_date`, `approved_on` ON `permits` BEGIN
	UPDATE `approval_counts` SET `permits` = `permits` - 1,
		`days` = `days` - max(0, CAST(julianday(old.`approved_on`) - julianday(old.`creation_date`) AS INTEGER))
	WHERE `city_id` = old.`city_id` AND old.`status` = 'approved' AND old.`approved_on` IS NOT NULL;
	INSERT INTO `approval_counts` (`city_id`, `permits`, `days`)
	SELECT new.`city_id`, 1, max(0, CAST(julianday(new.`approved_on`) - julianday(new.`creation_date`) AS INTEGER))
	WHERE new.`status` = 'approved' AND new.`approved_on` IS NOT NULL
	ON CONFLICT DO UPDATE SET `permits` = `permits` + 1, `days` = `days` + excluded.`days`;
END;
--> statement-breakpoint
INSERT INTO `fee_totals` (`city_id`, `status`, `fees`, `cents`)
SELECT `city_id`, `status`, count(*), sum(`amount_cents`) FROM `city_fees` GROUP BY `city_id`, `status`;
--> statement-breakpoint
CREATE TRIGGER `fee_totals_insert` AFTER INSERT ON `city_fees` BEGIN
	INSERT INTO `fee_totals` (`city_id`, `status`, `fees`, `cents`) VALUES (new.`city_id`, new.`status`, 1, new.`amount_cents`)
	ON CONFLICT DO UPDATE SET `fees` = `fees` + 1, `cents` = `cents` + excluded.`cents`;
END;
--> statement-breakpoint
CREATE TRIGGER `fee_totals_delete` AFTER DELETE ON `city_fees` BEGIN
	UPDATE `fee_totals` SET `fees` = `fees` - 1, `cents` = `cents` - old.`amount_cents`
	WHERE `city_id` = old.`city_id` AND `status` = old.`status`;
END;
--> statement-breakpoint
CREATE TRIGGER `fee_totals_update` AFTER UPDATE OF `city_id`, `status`, `amount_cents` ON `city_fees` BEGIN
	UPDATE `fee_totals` SET `fees` = `fees` - 1, `cents` = `cents` - old.`amount_cents`
	WHERE `city_id` = old.`city_id` AND `status` = old.`status`;
	INSERT INTO `fee_totals` (`city_id`, `status`, `fees`, `cents`) VALUES (new.`city_id`, new.`status`, 1, new.`amount_cents`)
	ON CONFLICT DO UPDATE SET `fees` = `fees` + 1, `cents` = `cents` + excluded.`cents`;
END;
--> statement-breakpoint
INSERT INTO `mail_counts` (`status`, `emails`) SELECT `status`, count(*) FROM `mail_outbox` GROUP BY `status`;
--> statement-breakpoint
CREATE TRIGGER `mail_counts_insert` AFTER INSERT ON `mail_outbox` BEGIN
	INSERT INTO `mail_counts` (`status`, `emails`) VALUES (new.`status`, 1)
	ON CONFLICT DO UPDATE SET `emails` = `emails` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `mail_counts_delete` AFTER DELETE ON `mail_outbox` BEGIN
	UPDATE `mail_counts` SET `emails` = `emails` - 1 WHERE `status` = old.`status`;
END;
--> statement-breakpoint
CREATE TRIGGER `mail_counts_update` AFTER UPDATE OF `status` ON `mail_outbox` BEGIN
	UPDATE `mail_counts` SET `emails` = `emails` - 1 WHERE `status` = old.`status`;
	INSERT INTO `mail_counts` (`status`, `emails`) VALUES (new.`status`, 1)
	ON CONFLICT DO UPDATE SET `emails` = `emails` + 1;
END;
--> statement-breakpoint
INSERT INTO `assignment_counts` (`employee_id`, `status`, `assignments`)
SELECT `employee_id`, `status`, count(*) FROM `assignments` WHERE `is_current` = true GROUP BY `employee_id`, `status`;
--> statement-breakpoint
INSERT INTO `due_counts` (`due_date`, `assignments`)
SELECT `employee_due_date`, count(*) FROM `assignments` WHERE `is_open` = true AND `employee_due_date` IS NOT NULL GROUP BY `employee_due_date`;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER IF EXISTS `permit_search_insert`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `permit_search_delete`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `permit_search_update`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `permit_counts_insert`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `permit_counts_delete`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `permit_counts_update`;
--> statement-breakpoint
DROP TABLE `permit_search`;
--> statement-breakpoint
CREATE VIEW `permit_search_source` AS
SELECT
	`id`, `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`,
	char(
		0xE000, 0xE100 + `city_id` / 4096, 0xE100 + `city_id` % 4096,
		CASE `status`
			WHEN 'approved' THEN 0xE010
			WHEN 'in_process' THEN CASE WHEN `is_assigned` THEN 0xE012 ELSE 0xE011 END
			WHEN 'resubmittal_required' THEN 0xE013
			WHEN 'hold' THEN 0xE014
			WHEN 'cancelled' THEN 0xE015
		END,
		0xE001, 0xE001, 0xE002, 0xE002
	)
		|| substr(`urban37_permit_number`, 1, 2)
		|| char(0xE002, 0xE002)
		|| substr(coalesce(`city_permit_number`, ''), 1, 2) AS `markers`
FROM `permits`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `permit_search` USING fts5(
	`urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`, `markers`,
	content = 'permit_search_source', content_rowid = 'id', tokenize = 'trigram'
);
--> statement-breakpoint
INSERT INTO `permit_search` (`permit_search`) VALUES ('rebuild');
--> statement-breakpoint
INSERT INTO `permit_search` (`permit_search`) VALUES ('optimize');
--> statement-breakpoint
CREATE TRIGGER `permit_search_insert` AFTER INSERT ON `permits` BEGIN
	INSERT INTO `permit_search` (`rowid`, `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`, `markers`)
	SELECT * FROM `permit_search_source` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_delete` BEFORE DELETE ON `permits` BEGIN
	INSERT INTO `permit_search` (`permit_search`, `rowid`, `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`, `markers`)
	SELECT 'delete', * FROM `permit_search_source` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_before_update` BEFORE UPDATE OF `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`, `city_id`, `status` ON `permits`
WHEN (old.`urban37_permit_number`, old.`city_permit_number`, old.`project_name`, old.`project_address`, old.`city_id`, old.`status`)
	IS NOT (new.`urban37_permit_number`, new.`city_permit_number`, new.`project_name`, new.`project_address`, new.`city_id`, new.`status`)
BEGIN
	INSERT INTO `permit_search` (`permit_search`, `rowid`, `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`, `markers`)
	SELECT 'delete', * FROM `permit_search_source` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
-- One trigger, because the order of two is undefined: the permit is in the index again before `is_assigned` changes.
CREATE TRIGGER `permit_search_after_update` AFTER UPDATE OF `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`, `city_id`, `status`, `review_cycle` ON `permits` BEGIN
	INSERT INTO `permit_search` (`rowid`, `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`, `markers`)
	SELECT * FROM `permit_search_source` WHERE `id` = new.`id`
		AND (old.`urban37_permit_number`, old.`city_permit_number`, old.`project_name`, old.`project_address`, old.`city_id`, old.`status`)
		IS NOT (new.`urban37_permit_number`, new.`city_permit_number`, new.`project_name`, new.`project_address`, new.`city_id`, new.`status`);
	UPDATE `permits` SET `is_assigned` = NOT `is_assigned`
	WHERE `id` = new.`id` AND old.`review_cycle` <> new.`review_cycle` AND `is_assigned` <> EXISTS (
		SELECT 1 FROM `assignments` WHERE `permit_id` = new.`id` AND `review_cycle` = new.`review_cycle`
	);
END;
--> statement-breakpoint
-- Only a permit in process has another marker when it is assigned.
CREATE TRIGGER `permit_search_before_assignment` BEFORE UPDATE OF `is_assigned` ON `permits`
WHEN old.`is_assigned` <> new.`is_assigned` AND old.`status` = 'in_process' BEGIN
	INSERT INTO `permit_search` (`permit_search`, `rowid`, `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`, `markers`)
	SELECT 'delete', * FROM `permit_search_source` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_after_assignment` AFTER UPDATE OF `is_assigned` ON `permits`
WHEN old.`is_assigned` <> new.`is_assigned` AND old.`status` = 'in_process' BEGIN
	INSERT INTO `permit_search` (`rowid`, `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`, `markers`)
	SELECT * FROM `permit_search_source` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permits_assigned_insert` AFTER INSERT ON `assignments` BEGIN
	UPDATE `permits` SET `is_assigned` = true
	WHERE `id` = new.`permit_id` AND `review_cycle` = new.`review_cycle` AND NOT `is_assigned`;
END;
--> statement-breakpoint
CREATE TRIGGER `permits_assigned_delete` AFTER DELETE ON `assignments` BEGIN
	UPDATE `permits` SET `is_assigned` = false
	WHERE `id` = old.`permit_id` AND `review_cycle` = old.`review_cycle` AND `is_assigned` AND NOT EXISTS (
		SELECT 1 FROM `assignments` WHERE `permit_id` = old.`permit_id` AND `review_cycle` = old.`review_cycle`
	);
END;
--> statement-breakpoint
CREATE TRIGGER `permits_assigned_update` AFTER UPDATE OF `permit_id`, `review_cycle` ON `assignments` BEGIN
	UPDATE `permits` SET `is_assigned` = false
	WHERE `id` = old.`permit_id` AND `review_cycle` = old.`review_cycle` AND `is_assigned` AND NOT EXISTS (
		SELECT 1 FROM `assignments` WHERE `permit_id` = old.`permit_id` AND `review_cycle` = old.`review_cycle`
	);
	UPDATE `permits` SET `is_assigned` = true
	WHERE `id` = new.`permit_id` AND `review_cycle` = new.`review_cycle` AND NOT `is_assigned`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_counts_insert` AFTER INSERT ON `permits` BEGIN
	INSERT INTO `permit_counts` (`city_id`, `status`, `permits`, `assigned`)
	VALUES (new.`city_id`, new.`status`, 1, new.`is_assigned`)
	ON CONFLICT DO UPDATE SET `permits` = `permits` + 1, `assigned` = `assigned` + new.`is_assigned`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_counts_delete` AFTER DELETE ON `permits` BEGIN
	UPDATE `permit_counts` SET `permits` = `permits` - 1, `assigned` = `assigned` - old.`is_assigned`
	WHERE `city_id` = old.`city_id` AND `status` = old.`status`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_counts_update` AFTER UPDATE OF `city_id`, `status`, `is_assigned` ON `permits` BEGIN
	UPDATE `permit_counts` SET `permits` = `permits` - 1, `assigned` = `assigned` - old.`is_assigned`
	WHERE `city_id` = old.`city_id` AND `status` = old.`status`;
	INSERT INTO `permit_counts` (`city_id`, `status`, `permits`, `assigned`)
	VALUES (new.`city_id`, new.`status`, 1, new.`is_assigned`)
	ON CONFLICT DO UPDATE SET `permits` = `permits` + 1, `assigned` = `assigned` + new.`is_assigned`;
END;
