ALTER TABLE `plan_files` ADD `awaits_cycle` integer DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE `plan_files` SET `awaits_cycle` = true FROM `permits`
WHERE `permits`.`id` = `plan_files`.`permit_id` AND cast(substr(`plan_files`.`review_cycle`, 3) AS integer) > cast(substr(`permits`.`review_cycle`, 3) AS integer);
--> statement-breakpoint
CREATE INDEX `plan_files_new` ON `plan_files` (`permit_id`,`uploaded_at`) WHERE "plan_files"."awaits_cycle" = true;
--> statement-breakpoint
CREATE TRIGGER `plan_files_awaits_cycle` AFTER INSERT ON `plan_files` WHEN new.`awaits_cycle` <> (
	SELECT cast(substr(new.`review_cycle`, 3) AS integer) > cast(substr(`permits`.`review_cycle`, 3) AS integer)
	FROM `permits` WHERE `permits`.`id` = new.`permit_id`
) BEGIN
	UPDATE `plan_files` SET `awaits_cycle` = NOT new.`awaits_cycle` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permits_plan_files` AFTER UPDATE OF `review_cycle` ON `permits` WHEN old.`review_cycle` <> new.`review_cycle` BEGIN
	UPDATE `plan_files` SET `awaits_cycle` = cast(substr(`review_cycle`, 3) AS integer) > cast(substr(new.`review_cycle`, 3) AS integer)
	WHERE `permit_id` = new.`id`;
END;
