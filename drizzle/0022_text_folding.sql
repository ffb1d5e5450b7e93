DROP INDEX `cities_name`;
--> statement-breakpoint
DROP INDEX `cities_active_first`;
--> statement-breakpoint
DROP TRIGGER `permit_search_entries_insert`;
--> statement-breakpoint
DROP TRIGGER `permit_search_entries_delete`;
--> statement-breakpoint
DROP TRIGGER `permit_search_insert`;
--> statement-breakpoint
DROP TRIGGER `permit_search_delete`;
--> statement-breakpoint
DROP TRIGGER `permit_search_before_update`;
--> statement-breakpoint
DROP TRIGGER `permit_search_after_update`;
--> statement-breakpoint
DROP TRIGGER `permit_search_before_assignment`;
--> statement-breakpoint
DROP TRIGGER `permit_search_after_assignment`;
--> statement-breakpoint
DROP TABLE `permit_search`;
--> statement-breakpoint
DROP TABLE `city_permit_search`;
--> statement-breakpoint
DROP VIEW `permit_search_source`;
--> statement-breakpoint
DROP VIEW `city_permit_search_source`;
--> statement-breakpoint
DROP VIEW `permit_search_entries`;
--> statement-breakpoint
-- The searches delete an entry by its text, which must stay as it was written: another version may fold it in another way.
CREATE TABLE `permit_search_texts` (`id` integer PRIMARY KEY NOT NULL, `text` text NOT NULL);
--> statement-breakpoint
-- The server gives its connections `fold_for_search`; without it, a program can only read and delete permits.
CREATE VIEW `folded_permits` AS SELECT
	`id`, fold_for_search(
		`urban37_permit_number` || ' ' || coalesce(`revision_number`, '') || ' ' || coalesce(`city_permit_number`, '')
			|| ' ' || `project_name` || ' ' || `project_address`
			|| ' ' || coalesce(`applicant_name`, '') || ' ' || coalesce(`applicant_email`, '')
			|| ' ' || replace(fold_for_search(`urban37_permit_number`), ' ', '')
			|| ' ' || replace(fold_for_search(coalesce(`city_permit_number`, '')), ' ', '')
	) AS `text`
FROM `permits`;
--> statement-breakpoint
INSERT INTO `permit_search_texts` (`id`, `text`) SELECT `id`, `text` FROM `folded_permits` ORDER BY `id`;
--> statement-breakpoint
CREATE VIEW `permit_search_entries` AS
SELECT
	`permits`.`id`, `city_id`, 4294967296 - `permits`.`id` AS `search_row`, 4294967296 * `city_id` - `permits`.`id` AS `city_search_row`, `text`,
	char(
		CASE `status`
			WHEN 'approved' THEN 0xE010
			WHEN 'in_process' THEN CASE WHEN `is_assigned` THEN 0xE012 ELSE 0xE011 END
			WHEN 'resubmittal_required' THEN 0xE013
			WHEN 'hold' THEN 0xE014
			WHEN 'cancelled' THEN 0xE015
		END,
		0xE001, 0xE001
	) AS `markers`,
	char(0xE000, 0xE100 + `city_id` / 4096, 0xE100 + `city_id` % 4096) AS `city_marker`
FROM `permits` CROSS JOIN `permit_search_texts` ON `permit_search_texts`.`id` = `permits`.`id`;
--> statement-breakpoint
CREATE VIEW `permit_search_source` AS
SELECT `search_row`, `text`, `markers` FROM `permit_search_entries` ORDER BY `id` DESC;
--> statement-breakpoint
CREATE VIEW `city_permit_search_source` AS
SELECT `city_search_row`, `text`, `city_marker` || `markers` AS `markers` FROM `permit_search_entries` ORDER BY `city_id`, `id` DESC;
--> statement-breakpoint
CREATE VIRTUAL TABLE `permit_search` USING fts5(
	`text`, `markers`, content = 'permit_search_source', content_rowid = 'search_row', tokenize = 'trigram'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `city_permit_search` USING fts5(
	`text`, `markers`, content = 'city_permit_search_source', content_rowid = 'city_search_row', tokenize = 'trigram'
);
--> statement-breakpoint
INSERT INTO `permit_search` (`permit_search`) VALUES ('rebuild');
--> statement-breakpoint
INSERT INTO `permit_search` (`permit_search`) VALUES ('optimize');
--> statement-breakpoint
INSERT INTO `city_permit_search` (`city_permit_search`) VALUES ('rebuild');
--> statement-breakpoint
INSERT INTO `city_permit_search` (`city_permit_search`) VALUES ('optimize');
--> statement-breakpoint
CREATE TRIGGER `permit_search_entries_insert` INSTEAD OF INSERT ON `permit_search_entries` BEGIN
	INSERT INTO `permit_search` (`rowid`, `text`, `markers`) VALUES (new.`search_row`, new.`text`, new.`markers`);
	INSERT INTO `city_permit_search` (`rowid`, `text`, `markers`) VALUES (new.`city_search_row`, new.`text`, new.`city_marker` || new.`markers`);
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_entries_delete` INSTEAD OF DELETE ON `permit_search_entries` BEGIN
	INSERT INTO `permit_search` (`permit_search`, `rowid`, `text`, `markers`) VALUES ('delete', old.`search_row`, old.`text`, old.`markers`);
	INSERT INTO `city_permit_search` (`city_permit_search`, `rowid`, `text`, `markers`) VALUES ('delete', old.`city_search_row`, old.`text`, old.`city_marker` || old.`markers`);
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_texts_of_insert` AFTER INSERT ON `permits` BEGIN
	INSERT INTO `permit_search_texts` (`id`, `text`) SELECT `id`, `text` FROM `folded_permits` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_insert` AFTER INSERT ON `permit_search_texts` BEGIN
	INSERT INTO `permit_search_entries` SELECT * FROM `permit_search_entries` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_delete` BEFORE DELETE ON `permits` BEGIN
	DELETE FROM `permit_search_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_texts_of_delete` AFTER DELETE ON `permits` BEGIN
	DELETE FROM `permit_search_texts` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_before_update` BEFORE UPDATE OF `urban37_permit_number`, `revision_number`, `city_permit_number`, `project_name`, `project_address`, `applicant_name`, `applicant_email`, `city_id`, `status` ON `permits`
WHEN (old.`urban37_permit_number`, old.`revision_number`, old.`city_permit_number`, old.`project_name`, old.`project_address`, old.`applicant_name`, old.`applicant_email`, old.`city_id`, old.`status`)
		IS NOT (new.`urban37_permit_number`, new.`revision_number`, new.`city_permit_number`, new.`project_name`, new.`project_address`, new.`applicant_name`, new.`applicant_email`, new.`city_id`, new.`status`)
BEGIN
	DELETE FROM `permit_search_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
-- One trigger, because the order of two is undefined: the permit is in the searches again before `is_assigned` changes.
CREATE TRIGGER `permit_search_after_update` AFTER UPDATE OF `urban37_permit_number`, `revision_number`, `city_permit_number`, `project_name`, `project_address`, `applicant_name`, `applicant_email`, `city_id`, `status`, `review_cycle` ON `permits` BEGIN
	UPDATE `permit_search_texts` SET `text` = (SELECT `text` FROM `folded_permits` WHERE `id` = new.`id`)
	WHERE `id` = new.`id` AND (old.`urban37_permit_number`, old.`revision_number`, old.`city_permit_number`, old.`project_name`, old.`project_address`, old.`applicant_name`, old.`applicant_email`, old.`city_id`, old.`status`)
		IS NOT (new.`urban37_permit_number`, new.`revision_number`, new.`city_permit_number`, new.`project_name`, new.`project_address`, new.`applicant_name`, new.`applicant_email`, new.`city_id`, new.`status`);
	INSERT INTO `permit_search_entries` SELECT * FROM `permit_search_entries` WHERE `id` = new.`id`
		AND (old.`urban37_permit_number`, old.`revision_number`, old.`city_permit_number`, old.`project_name`, old.`project_address`, old.`applicant_name`, old.`applicant_email`, old.`city_id`, old.`status`)
		IS NOT (new.`urban37_permit_number`, new.`revision_number`, new.`city_permit_number`, new.`project_name`, new.`project_address`, new.`applicant_name`, new.`applicant_email`, new.`city_id`, new.`status`);
	UPDATE `permits` SET `is_assigned` = NOT `is_assigned`
	WHERE `id` = new.`id` AND old.`review_cycle` <> new.`review_cycle` AND `is_assigned` <> EXISTS (
		SELECT 1 FROM `assignments` WHERE `permit_id` = new.`id` AND `review_cycle` = new.`review_cycle`
	);
END;
--> statement-breakpoint
-- Only a permit in process has another marker when it is assigned.
CREATE TRIGGER `permit_search_before_assignment` BEFORE UPDATE OF `is_assigned` ON `permits`
WHEN old.`is_assigned` <> new.`is_assigned` AND old.`status` = 'in_process' BEGIN
	DELETE FROM `permit_search_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_after_assignment` AFTER UPDATE OF `is_assigned` ON `permits`
WHEN old.`is_assigned` <> new.`is_assigned` AND old.`status` = 'in_process' BEGIN
	INSERT INTO `permit_search_entries` SELECT * FROM `permit_search_entries` WHERE `id` = new.`id`;
END;
