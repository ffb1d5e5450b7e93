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
