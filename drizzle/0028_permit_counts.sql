DROP TRIGGER `permit_counts_update`;
--> statement-breakpoint
-- The new count first: if the cycle changes too, the trigger of `is_assigned` runs this one before the row of a new status
-- exists, and nothing would be subtracted.
CREATE TRIGGER `permit_counts_update` AFTER UPDATE OF `city_id`, `status`, `is_assigned` ON `permits` BEGIN
	INSERT INTO `permit_counts` (`city_id`, `status`, `permits`, `assigned`)
	VALUES (new.`city_id`, new.`status`, 1, new.`is_assigned`)
	ON CONFLICT DO UPDATE SET `permits` = `permits` + 1, `assigned` = `assigned` + new.`is_assigned`;
	UPDATE `permit_counts` SET `permits` = `permits` - 1, `assigned` = `assigned` - old.`is_assigned`
	WHERE `city_id` = old.`city_id` AND `status` = old.`status`;
END;
--> statement-breakpoint
UPDATE `permit_counts` SET
	`permits` = (SELECT count(*) FROM `permits` WHERE `permits`.`city_id` = `permit_counts`.`city_id` AND `permits`.`status` = `permit_counts`.`status`),
	`assigned` = (SELECT count(*) FROM `permits` WHERE `permits`.`city_id` = `permit_counts`.`city_id` AND `permits`.`status` = `permit_counts`.`status` AND `permits`.`is_assigned`);
