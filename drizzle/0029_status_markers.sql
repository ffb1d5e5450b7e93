-- The server gives its connections `status_marker`, so that a new status needs no other view: permit-search-sqlite.server.ts.
DROP TRIGGER `permit_search_before_assignment`;
--> statement-breakpoint
DROP TRIGGER `permit_search_after_assignment`;
--> statement-breakpoint
-- Its triggers go with it.
DROP VIEW `permit_search_entries`;
--> statement-breakpoint
CREATE VIEW `permit_search_entries` AS
SELECT
	`permits`.`id`, `city_id`, 4294967296 - `permits`.`id` AS `search_row`, 4294967296 * `city_id` - `permits`.`id` AS `city_search_row`, `text`,
	status_marker(`status`, `is_assigned`) || char(0xE001, 0xE001) AS `markers`,
	char(0xE000, 0xE100 + `city_id` / 4096, 0xE100 + `city_id` % 4096) AS `city_marker`
FROM `permits` CROSS JOIN `permit_search_texts` ON `permit_search_texts`.`id` = `permits`.`id`;
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
CREATE TRIGGER `permit_search_before_assignment` BEFORE UPDATE OF `is_assigned` ON `permits`
WHEN old.`is_assigned` <> new.`is_assigned` AND status_marker(old.`status`, 0) <> status_marker(old.`status`, 1) BEGIN
	DELETE FROM `permit_search_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_after_assignment` AFTER UPDATE OF `is_assigned` ON `permits`
WHEN old.`is_assigned` <> new.`is_assigned` AND status_marker(old.`status`, 0) <> status_marker(old.`status`, 1) BEGIN
	INSERT INTO `permit_search_entries` SELECT * FROM `permit_search_entries` WHERE `id` = new.`id`;
END;
