CREATE TABLE `opened_permits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`permit_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade
);

--> statement-breakpoint
CREATE UNIQUE INDEX `opened_permits_of_user` ON `opened_permits` (`user_id`,`permit_id`);
--> statement-breakpoint
CREATE INDEX `opened_permits_by_user` ON `opened_permits` (`user_id`,`id`);
--> statement-breakpoint
CREATE INDEX `opened_permits_by_permit` ON `opened_permits` (`permit_id`);
--> statement-breakpoint
-- The words of corrections: of all, and of each city's as its letters say them. Rows count down with the id, as in the
-- searches of permits. The searches keep no text, and delete an entry without it.
CREATE VIEW `correction_search_source` AS
SELECT
	`id`, `permit_id`, `first_letter_id`, 4294967296 - `id` AS `search_row`,
	fold_for_search(`text` || ' ' || coalesce(`sheet`, '') || ' ' || coalesce(`code_reference`, '')) AS `text`
FROM `corrections`;
--> statement-breakpoint
CREATE VIEW `issued_correction_search_source` AS
SELECT
	`source`.`id`, `permit_id`, `first_letter_id`, 4294967296 * `city_id` - `source`.`id` AS `search_row`, `text`,
	'city' || `city_id` AS `city`
FROM `correction_search_source` AS `source` CROSS JOIN `permits` ON `permits`.`id` = `source`.`permit_id`
WHERE `first_letter_id` IS NOT NULL;
--> statement-breakpoint
CREATE VIRTUAL TABLE `correction_search` USING fts5(
	`text`, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '3 4 5'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `issued_correction_search` USING fts5(
	`text`, `city`, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '3 4 5'
);
--> statement-breakpoint
INSERT INTO `correction_search` (`rowid`, `text`) SELECT `search_row`, `text` FROM `correction_search_source` ORDER BY `id` DESC;
--> statement-breakpoint
INSERT INTO `correction_search` (`correction_search`) VALUES ('optimize');
--> statement-breakpoint
INSERT INTO `issued_correction_search` (`rowid`, `text`, `city`) SELECT `search_row`, `text`, `city` FROM `issued_correction_search_source` ORDER BY `search_row`;
--> statement-breakpoint
INSERT INTO `issued_correction_search` (`issued_correction_search`) VALUES ('optimize');
--> statement-breakpoint
CREATE TRIGGER `correction_search_insert` AFTER INSERT ON `corrections` BEGIN
	INSERT INTO `correction_search` (`rowid`, `text`) SELECT `search_row`, `text` FROM `correction_search_source` WHERE `id` = new.`id`;
	INSERT INTO `issued_correction_search` (`rowid`, `text`, `city`) SELECT `search_row`, `text`, `city` FROM `issued_correction_search_source` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `correction_search_update` AFTER UPDATE OF `text`, `sheet`, `code_reference` ON `corrections`
WHEN (old.`text`, old.`sheet`, old.`code_reference`) IS NOT (new.`text`, new.`sheet`, new.`code_reference`)
BEGIN
	DELETE FROM `correction_search` WHERE `rowid` = 4294967296 - new.`id`;
	INSERT INTO `correction_search` (`rowid`, `text`) SELECT `search_row`, `text` FROM `correction_search_source` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `correction_search_delete` AFTER DELETE ON `corrections` BEGIN
	DELETE FROM `correction_search` WHERE `rowid` = 4294967296 - old.`id`;
	DELETE FROM `issued_correction_search` WHERE `rowid` = 4294967296 * (SELECT `city_id` FROM `permits` WHERE `id` = old.`permit_id`) - old.`id`;
END;
--> statement-breakpoint
-- A permit is gone before its corrections are.
CREATE TRIGGER `issued_correction_search_of_permit` BEFORE DELETE ON `permits` BEGIN
	DELETE FROM `issued_correction_search` WHERE `rowid` IN (SELECT 4294967296 * old.`city_id` - `id` FROM `corrections` WHERE `permit_id` = old.`id` AND `first_letter_id` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `issued_correction_search_insert` AFTER UPDATE OF `first_letter_id` ON `corrections`
WHEN old.`first_letter_id` IS NULL AND new.`first_letter_id` IS NOT NULL
BEGIN
	INSERT INTO `issued_correction_search` (`rowid`, `text`, `city`) SELECT `search_row`, `text`, `city` FROM `issued_correction_search_source` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
-- A corrected letter says what was changed since the plan check was opened again.
CREATE TRIGGER `issued_correction_search_letter` AFTER INSERT ON `letters` BEGIN
	DELETE FROM `issued_correction_search` WHERE `rowid` IN (
		SELECT `search_row` FROM `issued_correction_search_source`
		WHERE `permit_id` = new.`permit_id` AND `first_letter_id` IN (SELECT `id` FROM `letters` WHERE `plan_check_id` = new.`plan_check_id`)
	);
	INSERT INTO `issued_correction_search` (`rowid`, `text`, `city`)
	SELECT `search_row`, `text`, `city` FROM `issued_correction_search_source`
	WHERE `permit_id` = new.`permit_id` AND `first_letter_id` IN (SELECT `id` FROM `letters` WHERE `plan_check_id` = new.`plan_check_id`);
END;
