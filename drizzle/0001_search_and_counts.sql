CREATE VIRTUAL TABLE `permit_search` USING fts5(
	`urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`,
	content = 'permits', content_rowid = 'id', tokenize = 'trigram'
);
--> statement-breakpoint
CREATE TRIGGER `permit_search_insert` AFTER INSERT ON `permits` BEGIN
	INSERT INTO `permit_search` (`rowid`, `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`)
	VALUES (new.`id`, new.`urban37_permit_number`, new.`city_permit_number`, new.`project_name`, new.`project_address`);
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_delete` AFTER DELETE ON `permits` BEGIN
	INSERT INTO `permit_search` (`permit_search`, `rowid`, `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`)
	VALUES ('delete', old.`id`, old.`urban37_permit_number`, old.`city_permit_number`, old.`project_name`, old.`project_address`);
END;
--> statement-breakpoint
CREATE TRIGGER `permit_search_update` AFTER UPDATE OF `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address` ON `permits` BEGIN
	INSERT INTO `permit_search` (`permit_search`, `rowid`, `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`)
	VALUES ('delete', old.`id`, old.`urban37_permit_number`, old.`city_permit_number`, old.`project_name`, old.`project_address`);
	INSERT INTO `permit_search` (`rowid`, `urban37_permit_number`, `city_permit_number`, `project_name`, `project_address`)
	VALUES (new.`id`, new.`urban37_permit_number`, new.`city_permit_number`, new.`project_name`, new.`project_address`);
END;
--> statement-breakpoint
CREATE TRIGGER `permit_counts_insert` AFTER INSERT ON `permits` BEGIN
	INSERT INTO `permit_counts` (`city_id`, `status`, `permits`) VALUES (new.`city_id`, new.`status`, 1)
	ON CONFLICT DO UPDATE SET `permits` = `permits` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_counts_delete` AFTER DELETE ON `permits` BEGIN
	UPDATE `permit_counts` SET `permits` = `permits` - 1 WHERE `city_id` = old.`city_id` AND `status` = old.`status`;
END;
--> statement-breakpoint
CREATE TRIGGER `permit_counts_update` AFTER UPDATE OF `city_id`, `status` ON `permits` BEGIN
	UPDATE `permit_counts` SET `permits` = `permits` - 1 WHERE `city_id` = old.`city_id` AND `status` = old.`status`;
	INSERT INTO `permit_counts` (`city_id`, `status`, `permits`) VALUES (new.`city_id`, new.`status`, 1)
	ON CONFLICT DO UPDATE SET `permits` = `permits` + 1;
END;
