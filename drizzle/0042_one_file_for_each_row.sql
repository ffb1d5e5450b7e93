CREATE TABLE `binned_files` (
	`permit_id` integer NOT NULL,
	`file_key` text PRIMARY KEY NOT NULL,
	`sha256` text NOT NULL,
	FOREIGN KEY (`permit_id`) REFERENCES `binned_permits`(`permit_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `binned_files_by_permit` ON `binned_files` (`permit_id`);
--> statement-breakpoint
CREATE TABLE `city_logos` (
	`path` text PRIMARY KEY NOT NULL,
	`city_id` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `city_logos_by_city` ON `city_logos` (`city_id`);
--> statement-breakpoint
CREATE TABLE `files_to_copy` (
	`file_key` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `files_to_remove` (
	`file_key` text PRIMARY KEY NOT NULL,
	`keep_until` text,
	`is_being_removed` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `files_to_remove_by_time` ON `files_to_remove` (`keep_until`);
--> statement-breakpoint
-- The logo of a letter is the city's from now on. Two cities with the same picture get one each.
CREATE TABLE `moved_logos` AS
SELECT `city_id`, `path`, `path` AS `new_path` FROM (
	SELECT `id` AS `city_id`, `logo_path` AS `path` FROM `cities`
	UNION SELECT `permits`.`city_id`, `letters`.`logo_path` FROM `letters` JOIN `permits` ON `permits`.`id` = `letters`.`permit_id`
	UNION SELECT `binned_permits`.`city_id`, json_extract(`letter`.`value`, '$.logoPath')
		FROM `binned_permits`, json_each(`binned_permits`.`rows`, '$.letters') AS `letter`
) WHERE `path` IS NOT NULL;
--> statement-breakpoint
UPDATE `moved_logos` SET `new_path` = substr(`path`, 1, 16) || lower(hex(randomblob(8))) || '.webp'
WHERE `city_id` > (SELECT min(`first`.`city_id`) FROM `moved_logos` AS `first` WHERE `first`.`path` = `moved_logos`.`path`);
--> statement-breakpoint
INSERT INTO `city_logos` (`path`, `city_id`) SELECT `new_path`, `city_id` FROM `moved_logos`;
--> statement-breakpoint
INSERT INTO `files_to_copy` (`file_key`, `source`) SELECT `new_path`, `path` FROM `moved_logos` WHERE `new_path` <> `path`;
--> statement-breakpoint
UPDATE `cities` SET `logo_path` = (
	SELECT `new_path` FROM `moved_logos` WHERE `city_id` = `cities`.`id` AND `path` = `cities`.`logo_path`
) WHERE `logo_path` IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `moved_pictures` AS
SELECT `id`, `profile_image_path` AS `path`, substr(`profile_image_path`, 1, 16) || lower(hex(randomblob(8))) || '.webp' AS `new_path` FROM `users`
WHERE `profile_image_path` IS NOT NULL AND (
	`profile_image_path` IN (SELECT `path` FROM `moved_logos`)
	OR EXISTS (SELECT 1 FROM `users` AS `first` WHERE `first`.`profile_image_path` = `users`.`profile_image_path` AND `first`.`id` < `users`.`id`)
);
--> statement-breakpoint
INSERT INTO `files_to_copy` (`file_key`, `source`) SELECT `new_path`, `path` FROM `moved_pictures`;
--> statement-breakpoint
UPDATE `users` SET `profile_image_path` = (SELECT `new_path` FROM `moved_pictures` WHERE `id` = `users`.`id`)
WHERE `id` IN (SELECT `id` FROM `moved_pictures`);
--> statement-breakpoint
DROP TABLE `moved_pictures`;
--> statement-breakpoint
-- The first row of a content keeps its file, and the others get a copy under a key of their own.
CREATE TABLE `__new_letters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`permit_id` integer NOT NULL,
	`plan_check_id` integer NOT NULL,
	`review_cycle` text NOT NULL,
	`issue` integer NOT NULL,
	`number` text NOT NULL,
	`kind` text NOT NULL,
	`outcome` text NOT NULL,
	`issued_on` text NOT NULL,
	`status_before` text,
	`file_key` text NOT NULL,
	`sha256` text NOT NULL,
	`byte_size` integer NOT NULL,
	`by_id` integer,
	`by_name` text NOT NULL,
	`superseded_by_id` integer,
	`form_key` text,
	`created_at` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`plan_check_id`) REFERENCES `plan_checks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`superseded_by_id`) REFERENCES `letters`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "letters_kind" CHECK("__new_letters"."kind" in ('corrections', 'approval')),
	CONSTRAINT "letters_outcome" CHECK("__new_letters"."outcome" in ('corrections_required', 'approved_with_conditions', 'approved', 'not_applicable')),
	CONSTRAINT "letters_review_cycle" CHECK("__new_letters"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "letters_status_before" CHECK("__new_letters"."status_before" in ('approved', 'in_process', 'resubmittal_required', 'hold', 'cancelled')),
	CONSTRAINT "letters_issued_on" CHECK("__new_letters"."issued_on" is date("__new_letters"."issued_on"))
);
--> statement-breakpoint
INSERT INTO `__new_letters` (`id`, `permit_id`, `plan_check_id`, `review_cycle`, `issue`, `number`, `kind`, `outcome`, `issued_on`, `status_before`, `file_key`, `sha256`, `byte_size`, `by_id`, `by_name`, `superseded_by_id`, `form_key`, `created_at`, `content`)
SELECT `id`, `permit_id`, `plan_check_id`, `review_cycle`, `issue`, `number`, `kind`, `outcome`, `issued_on`, `status_before`, CASE WHEN EXISTS (
	SELECT 1 FROM `letters` AS `first` WHERE `first`.`content_hash` = `letters`.`content_hash` AND `first`.`id` < `letters`.`id`
) THEN lower(hex(randomblob(16))) ELSE `content_hash` END, `content_hash`, `byte_size`, `by_id`, `by_name`, `superseded_by_id`, `form_key`, `created_at`, replace(`content`, coalesce(`logo_path`, ''), coalesce((
	SELECT `moved`.`new_path` FROM `moved_logos` AS `moved` JOIN `permits` ON `permits`.`city_id` = `moved`.`city_id`
	WHERE `permits`.`id` = `letters`.`permit_id` AND `moved`.`path` = `letters`.`logo_path`
), '')) FROM `letters`;
--> statement-breakpoint
DROP TABLE `letters`;
--> statement-breakpoint
ALTER TABLE `__new_letters` RENAME TO `letters`;
--> statement-breakpoint
CREATE UNIQUE INDEX `letters_issue` ON `letters` (`plan_check_id`,`issue`);
--> statement-breakpoint
CREATE UNIQUE INDEX `letters_number` ON `letters` (`permit_id`,`number`);
--> statement-breakpoint
CREATE UNIQUE INDEX `letters_form_key` ON `letters` (`form_key`);
--> statement-breakpoint
CREATE INDEX `letters_by_id` ON `letters` (`id`,`review_cycle`);
--> statement-breakpoint
CREATE INDEX `letters_by_permit` ON `letters` (`permit_id`,`issued_on`);
--> statement-breakpoint
CREATE UNIQUE INDEX `letters_by_key` ON `letters` (`file_key`);
--> statement-breakpoint
CREATE INDEX `letters_by_releaser` ON `letters` (`by_id`) WHERE "letters"."by_id" is not null;
--> statement-breakpoint
CREATE INDEX `letters_by_successor` ON `letters` (`superseded_by_id`) WHERE "letters"."superseded_by_id" is not null;
--> statement-breakpoint
CREATE TABLE `__new_plan_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`permit_id` integer NOT NULL,
	`review_cycle` text NOT NULL,
	`file_name` text NOT NULL,
	`kind` text NOT NULL,
	`byte_size` integer NOT NULL,
	`file_key` text NOT NULL,
	`sha256` text NOT NULL,
	`origin` text DEFAULT 'submitted' NOT NULL,
	`letter_id` integer,
	`is_set_aside` integer DEFAULT false NOT NULL,
	`awaits_cycle` integer DEFAULT false NOT NULL,
	`uploaded_by_id` integer,
	`uploaded_at` text NOT NULL,
	`form_key` text,
	`form_position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`letter_id`) REFERENCES `letters`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`uploaded_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "plan_files_review_cycle" CHECK("__new_plan_files"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "plan_files_kind" CHECK("__new_plan_files"."kind" in ('pdf', 'dwg', 'dxf')),
	CONSTRAINT "plan_files_origin" CHECK("__new_plan_files"."origin" in ('submitted', 'marked_up', 'internal'))
);
--> statement-breakpoint
INSERT INTO `__new_plan_files` (`id`, `permit_id`, `review_cycle`, `file_name`, `kind`, `byte_size`, `file_key`, `sha256`, `origin`, `letter_id`, `is_set_aside`, `awaits_cycle`, `uploaded_by_id`, `uploaded_at`, `form_key`, `form_position`)
SELECT `id`, `permit_id`, `review_cycle`, `file_name`, `kind`, `byte_size`, CASE WHEN EXISTS (
	SELECT 1 FROM `plan_files` AS `first` WHERE `first`.`content_hash` = `plan_files`.`content_hash` AND `first`.`id` < `plan_files`.`id`
) OR EXISTS (SELECT 1 FROM `letters` WHERE `letters`.`file_key` = `plan_files`.`content_hash`) THEN lower(hex(randomblob(16))) ELSE `content_hash` END, `content_hash`, `origin`, `letter_id`, `is_set_aside`, `awaits_cycle`, `uploaded_by_id`, `uploaded_at`, `form_key`, `form_position` FROM `plan_files`;
--> statement-breakpoint
DROP TABLE `plan_files`;
--> statement-breakpoint
ALTER TABLE `__new_plan_files` RENAME TO `plan_files`;
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_files_form_key` ON `plan_files` (`form_key`,`form_position`);
--> statement-breakpoint
CREATE INDEX `plan_files_by_permit` ON `plan_files` (`permit_id`,`review_cycle`,`uploaded_at`);
--> statement-breakpoint
CREATE INDEX `plan_files_by_uploader` ON `plan_files` (`uploaded_by_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_files_by_key` ON `plan_files` (`file_key`);
--> statement-breakpoint
CREATE INDEX `plan_files_new` ON `plan_files` (`permit_id`,`uploaded_at`) WHERE "plan_files"."awaits_cycle" = true;
--> statement-breakpoint
CREATE INDEX `plan_files_by_letter` ON `plan_files` (`letter_id`) WHERE "plan_files"."letter_id" is not null;
--> statement-breakpoint
-- Without json(), SQLite would set the list of a subquery as a text.
UPDATE `binned_permits` SET `rows` = json_set(`rows`, '$.planFiles', json((
	SELECT json_group_array(json_set(json_remove(`value`, '$.contentHash'),
		'$.fileKey', lower(hex(randomblob(16))), '$.sha256', json_extract(`value`, '$.contentHash')))
	FROM json_each(`binned_permits`.`rows`, '$.planFiles')
)), '$.letters', json((
	SELECT json_group_array(json_set(json_remove(`value`, '$.contentHash', '$.logoPath'),
		'$.fileKey', lower(hex(randomblob(16))), '$.sha256', json_extract(`value`, '$.contentHash')
		, '$.content', replace(json_extract(`value`, '$.content'), coalesce(json_extract(`value`, '$.logoPath'), ''), coalesce((
			SELECT `moved`.`new_path` FROM `moved_logos` AS `moved`
			WHERE `moved`.`city_id` = `binned_permits`.`city_id` AND `moved`.`path` = json_extract(`value`, '$.logoPath')
		), ''))))
	FROM json_each(`binned_permits`.`rows`, '$.letters')
)));
--> statement-breakpoint
DROP TABLE `moved_logos`;
--> statement-breakpoint
INSERT INTO `binned_files` (`permit_id`, `file_key`, `sha256`)
SELECT `permit_id`, json_extract(`value`, '$.fileKey'), json_extract(`value`, '$.sha256') FROM (
	SELECT `binned_permits`.`permit_id`, `file`.`value` FROM `binned_permits`, json_each(`binned_permits`.`rows`, '$.planFiles') AS `file`
	UNION ALL SELECT `binned_permits`.`permit_id`, `file`.`value` FROM `binned_permits`, json_each(`binned_permits`.`rows`, '$.letters') AS `file`
);
--> statement-breakpoint
INSERT INTO `files_to_copy` (`file_key`, `source`)
SELECT `file_key`, `sha256` FROM `plan_files` WHERE `file_key` <> `sha256`
UNION ALL SELECT `file_key`, `sha256` FROM `letters` WHERE `file_key` <> `sha256`
UNION ALL SELECT `file_key`, `sha256` FROM `binned_files`;
--> statement-breakpoint
-- Unfinished uploads have names of another length; the first start removes them.
INSERT INTO `files_to_remove` (`file_key`)
SELECT `name` FROM `stored_contents`
WHERE length(`name`) IN (37, 64) AND `name` NOT IN (SELECT `file_key` FROM `plan_files`) AND `name` NOT IN (SELECT `file_key` FROM `letters`)
	AND `name` NOT IN (SELECT `path` FROM `city_logos`)
	AND `name` NOT IN (SELECT `profile_image_path` FROM `users` WHERE `profile_image_path` IS NOT NULL);
--> statement-breakpoint
DROP TABLE `binned_contents`;
--> statement-breakpoint
DROP TABLE `stored_contents`;
--> statement-breakpoint
DROP INDEX `cities_by_logo`;
--> statement-breakpoint
DROP TABLE `staged_files`;
--> statement-breakpoint
CREATE TABLE `staged_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`file_key` text NOT NULL,
	`byte_size` integer NOT NULL,
	`sha256` text NOT NULL,
	`keep_until` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staged_files_by_key` ON `staged_files` (`file_key`);
--> statement-breakpoint
CREATE INDEX `staged_files_by_user` ON `staged_files` (`user_id`);
--> statement-breakpoint
CREATE INDEX `staged_files_by_end` ON `staged_files` (`keep_until`);
--> statement-breakpoint
CREATE TRIGGER `plan_files_to_remove` AFTER DELETE ON `plan_files` BEGIN
	INSERT INTO `files_to_remove` (`file_key`) VALUES (old.`file_key`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `letters_to_remove` AFTER DELETE ON `letters` BEGIN
	INSERT INTO `files_to_remove` (`file_key`) VALUES (old.`file_key`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `staged_files_to_remove` AFTER DELETE ON `staged_files` BEGIN
	INSERT INTO `files_to_remove` (`file_key`) VALUES (old.`file_key`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `binned_files_to_remove` AFTER DELETE ON `binned_files` BEGIN
	INSERT INTO `files_to_remove` (`file_key`) VALUES (old.`file_key`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `city_logos_to_remove` AFTER DELETE ON `city_logos` BEGIN
	INSERT INTO `files_to_remove` (`file_key`) VALUES (old.`path`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `profile_pictures_to_remove_delete` AFTER DELETE ON `users` WHEN old.`profile_image_path` IS NOT NULL BEGIN
	INSERT INTO `files_to_remove` (`file_key`) VALUES (old.`profile_image_path`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `profile_pictures_to_remove_update` AFTER UPDATE OF `profile_image_path` ON `users`
WHEN old.`profile_image_path` IS NOT NULL AND old.`profile_image_path` IS NOT new.`profile_image_path` BEGIN
	INSERT INTO `files_to_remove` (`file_key`) VALUES (old.`profile_image_path`) ON CONFLICT DO NOTHING;
END;
