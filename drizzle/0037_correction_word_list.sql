CREATE TABLE `correction_word_list` (
	`word` text PRIMARY KEY NOT NULL
);

--> statement-breakpoint
CREATE TRIGGER `correction_word_list_insert` AFTER INSERT ON `corrections` BEGIN
	INSERT INTO `correction_word_list` SELECT `words`.`value` FROM `correction_search_source` AS `source`, json_each('["' || replace(trim(`source`.`text`), '  ', '","') || '"]') AS `words` WHERE `source`.`id` = new.`id` AND `words`.`value` <> '' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `correction_word_list_update` AFTER UPDATE OF `text`, `sheet`, `code_reference` ON `corrections`
WHEN (old.`text`, old.`sheet`, old.`code_reference`) IS NOT (new.`text`, new.`sheet`, new.`code_reference`)
BEGIN
	INSERT INTO `correction_word_list` SELECT `words`.`value` FROM `correction_search_source` AS `source`, json_each('["' || replace(trim(`source`.`text`), '  ', '","') || '"]') AS `words` WHERE `source`.`id` = new.`id` AND `words`.`value` <> '' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `temp`.`correction_terms` USING fts5vocab(`main`, `correction_search`, 'row');
--> statement-breakpoint
CREATE VIRTUAL TABLE `temp`.`issued_terms` USING fts5vocab(`main`, `issued_correction_search`, 'col');
--> statement-breakpoint
-- A letter may have words that the correction has no more.
INSERT INTO `correction_word_list` SELECT `term` FROM `temp`.`correction_terms` UNION SELECT `term` FROM `temp`.`issued_terms` WHERE `col` = 'text';
--> statement-breakpoint
DROP TABLE `temp`.`correction_terms`;
--> statement-breakpoint
DROP TABLE `temp`.`issued_terms`;
