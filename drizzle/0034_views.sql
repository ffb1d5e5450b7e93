CREATE TABLE `saved_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`form_key` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_views_list" CHECK("saved_views"."list" in ('permits', 'calendar'))
);

--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`user_id`,`list`,`name`);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_form_key` ON `saved_views` (`form_key`);
--> statement-breakpoint
ALTER TABLE `permits` ADD `lacks_reviewer` integer DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE `permits` SET `lacks_reviewer` = true WHERE EXISTS (
		SELECT 1 FROM `permit_disciplines` WHERE `permit_disciplines`.`permit_id` = `permits`.`id` AND NOT EXISTS (
			SELECT 1 FROM `assignments` WHERE `assignments`.`permit_id` = `permits`.`id`
				AND `assignments`.`discipline` = `permit_disciplines`.`discipline` AND (
					`assignments`.`review_cycle` = `permits`.`review_cycle`
					OR `assignments`.`status` = 'completed' AND coalesce(`assignments`.`decision`, '') <> 'corrections_required'
				)
		)
	);
--> statement-breakpoint
CREATE INDEX `permits_open` ON `permits` (`id`,`due_date`,`status`,`city_id`,`urban37_permit_number`,`lacks_reviewer`,`is_assigned`) WHERE "permits"."status" in ('in_process', 'resubmittal_required');
--> statement-breakpoint
CREATE INDEX `assignments_open_by_permit` ON `assignments` (`permit_id`,`employee_due_date`,`employee_id`,`id`) WHERE "assignments"."is_open" = true;
--> statement-breakpoint
CREATE TRIGGER `permits_lacking_discipline_insert` AFTER INSERT ON `permit_disciplines` BEGIN
	UPDATE `permits` SET `lacks_reviewer` = NOT `lacks_reviewer` WHERE `id` = new.`permit_id` AND `lacks_reviewer` <> EXISTS (
		SELECT 1 FROM `permit_disciplines` WHERE `permit_disciplines`.`permit_id` = `permits`.`id` AND NOT EXISTS (
			SELECT 1 FROM `assignments` WHERE `assignments`.`permit_id` = `permits`.`id`
				AND `assignments`.`discipline` = `permit_disciplines`.`discipline` AND (
					`assignments`.`review_cycle` = `permits`.`review_cycle`
					OR `assignments`.`status` = 'completed' AND coalesce(`assignments`.`decision`, '') <> 'corrections_required'
				)
		)
	);
END;
--> statement-breakpoint
CREATE TRIGGER `permits_lacking_discipline_delete` AFTER DELETE ON `permit_disciplines` BEGIN
	UPDATE `permits` SET `lacks_reviewer` = NOT `lacks_reviewer` WHERE `id` = old.`permit_id` AND `lacks_reviewer` <> EXISTS (
		SELECT 1 FROM `permit_disciplines` WHERE `permit_disciplines`.`permit_id` = `permits`.`id` AND NOT EXISTS (
			SELECT 1 FROM `assignments` WHERE `assignments`.`permit_id` = `permits`.`id`
				AND `assignments`.`discipline` = `permit_disciplines`.`discipline` AND (
					`assignments`.`review_cycle` = `permits`.`review_cycle`
					OR `assignments`.`status` = 'completed' AND coalesce(`assignments`.`decision`, '') <> 'corrections_required'
				)
		)
	);
END;
--> statement-breakpoint
CREATE TRIGGER `permits_lacking_discipline_update` AFTER UPDATE ON `permit_disciplines` BEGIN
	UPDATE `permits` SET `lacks_reviewer` = NOT `lacks_reviewer` WHERE `id` = old.`permit_id` AND `lacks_reviewer` <> EXISTS (
		SELECT 1 FROM `permit_disciplines` WHERE `permit_disciplines`.`permit_id` = `permits`.`id` AND NOT EXISTS (
			SELECT 1 FROM `assignments` WHERE `assignments`.`permit_id` = `permits`.`id`
				AND `assignments`.`discipline` = `permit_disciplines`.`discipline` AND (
					`assignments`.`review_cycle` = `permits`.`review_cycle`
					OR `assignments`.`status` = 'completed' AND coalesce(`assignments`.`decision`, '') <> 'corrections_required'
				)
		)
	);
	UPDATE `permits` SET `lacks_reviewer` = NOT `lacks_reviewer` WHERE `id` = new.`permit_id` AND `lacks_reviewer` <> EXISTS (
		SELECT 1 FROM `permit_disciplines` WHERE `permit_disciplines`.`permit_id` = `permits`.`id` AND NOT EXISTS (
			SELECT 1 FROM `assignments` WHERE `assignments`.`permit_id` = `permits`.`id`
				AND `assignments`.`discipline` = `permit_disciplines`.`discipline` AND (
					`assignments`.`review_cycle` = `permits`.`review_cycle`
					OR `assignments`.`status` = 'completed' AND coalesce(`assignments`.`decision`, '') <> 'corrections_required'
				)
		)
	);
END;
--> statement-breakpoint
CREATE TRIGGER `permits_lacking_assignment_insert` AFTER INSERT ON `assignments` BEGIN
	UPDATE `permits` SET `lacks_reviewer` = NOT `lacks_reviewer` WHERE `id` = new.`permit_id` AND `lacks_reviewer` <> EXISTS (
		SELECT 1 FROM `permit_disciplines` WHERE `permit_disciplines`.`permit_id` = `permits`.`id` AND NOT EXISTS (
			SELECT 1 FROM `assignments` WHERE `assignments`.`permit_id` = `permits`.`id`
				AND `assignments`.`discipline` = `permit_disciplines`.`discipline` AND (
					`assignments`.`review_cycle` = `permits`.`review_cycle`
					OR `assignments`.`status` = 'completed' AND coalesce(`assignments`.`decision`, '') <> 'corrections_required'
				)
		)
	);
END;
--> statement-breakpoint
CREATE TRIGGER `permits_lacking_assignment_delete` AFTER DELETE ON `assignments` BEGIN
	UPDATE `permits` SET `lacks_reviewer` = NOT `lacks_reviewer` WHERE `id` = old.`permit_id` AND `lacks_reviewer` <> EXISTS (
		SELECT 1 FROM `permit_disciplines` WHERE `permit_disciplines`.`permit_id` = `permits`.`id` AND NOT EXISTS (
			SELECT 1 FROM `assignments` WHERE `assignments`.`permit_id` = `permits`.`id`
				AND `assignments`.`discipline` = `permit_disciplines`.`discipline` AND (
					`assignments`.`review_cycle` = `permits`.`review_cycle`
					OR `assignments`.`status` = 'completed' AND coalesce(`assignments`.`decision`, '') <> 'corrections_required'
				)
		)
	);
END;
--> statement-breakpoint
CREATE TRIGGER `permits_lacking_assignment_update` AFTER UPDATE OF `permit_id`, `review_cycle`, `discipline`, `status`, `decision` ON `assignments` BEGIN
	UPDATE `permits` SET `lacks_reviewer` = NOT `lacks_reviewer` WHERE `id` = old.`permit_id` AND `lacks_reviewer` <> EXISTS (
		SELECT 1 FROM `permit_disciplines` WHERE `permit_disciplines`.`permit_id` = `permits`.`id` AND NOT EXISTS (
			SELECT 1 FROM `assignments` WHERE `assignments`.`permit_id` = `permits`.`id`
				AND `assignments`.`discipline` = `permit_disciplines`.`discipline` AND (
					`assignments`.`review_cycle` = `permits`.`review_cycle`
					OR `assignments`.`status` = 'completed' AND coalesce(`assignments`.`decision`, '') <> 'corrections_required'
				)
		)
	);
	UPDATE `permits` SET `lacks_reviewer` = NOT `lacks_reviewer` WHERE `id` = new.`permit_id` AND `lacks_reviewer` <> EXISTS (
		SELECT 1 FROM `permit_disciplines` WHERE `permit_disciplines`.`permit_id` = `permits`.`id` AND NOT EXISTS (
			SELECT 1 FROM `assignments` WHERE `assignments`.`permit_id` = `permits`.`id`
				AND `assignments`.`discipline` = `permit_disciplines`.`discipline` AND (
					`assignments`.`review_cycle` = `permits`.`review_cycle`
					OR `assignments`.`status` = 'completed' AND coalesce(`assignments`.`decision`, '') <> 'corrections_required'
				)
		)
	);
END;
--> statement-breakpoint
CREATE TRIGGER `permits_lacking_cycle` AFTER UPDATE OF `review_cycle` ON `permits` WHEN old.`review_cycle` <> new.`review_cycle` BEGIN
	UPDATE `permits` SET `lacks_reviewer` = NOT `lacks_reviewer` WHERE `id` = new.`id` AND `lacks_reviewer` <> EXISTS (
		SELECT 1 FROM `permit_disciplines` WHERE `permit_disciplines`.`permit_id` = `permits`.`id` AND NOT EXISTS (
			SELECT 1 FROM `assignments` WHERE `assignments`.`permit_id` = `permits`.`id`
				AND `assignments`.`discipline` = `permit_disciplines`.`discipline` AND (
					`assignments`.`review_cycle` = `permits`.`review_cycle`
					OR `assignments`.`status` = 'completed' AND coalesce(`assignments`.`decision`, '') <> 'corrections_required'
				)
		)
	);
END;
