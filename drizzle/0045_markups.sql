CREATE TABLE `markups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sheet_id` integer NOT NULL,
	`correction_id` integer,
	`owner_id` integer,
	`author_id` integer,
	`review_cycle` text,
	`shape` text NOT NULL,
	`points` text NOT NULL,
	`point_count` integer NOT NULL,
	`text` text,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`sheet_id`) REFERENCES `sheets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`correction_id`) REFERENCES `corrections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "markups_shape" CHECK("markups"."shape" in ('pin', 'rectangle', 'cloud', 'arrow', 'line', 'text', 'freehand', 'measure')),
	CONSTRAINT "markups_review_cycle" CHECK("markups"."review_cycle" in ('PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7', 'PC8', 'PC9', 'PC10')),
	CONSTRAINT "markups_one_kind" CHECK(("markups"."correction_id" is null) <> ("markups"."owner_id" is null))
);

--> statement-breakpoint
CREATE INDEX `markups_by_sheet` ON `markups` (`sheet_id`);
--> statement-breakpoint
CREATE INDEX `markups_by_correction` ON `markups` (`correction_id`);
--> statement-breakpoint
CREATE INDEX `markups_by_owner` ON `markups` (`owner_id`);
--> statement-breakpoint
CREATE INDEX `markups_by_author` ON `markups` (`author_id`);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE `__new_undos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`change` text NOT NULL,
	`created_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "undos_kind" CHECK("__new_undos"."kind" in ('assignment', 'fee', 'permit', 'hand-over', 'correction', 'place', 'comment', 'time-entry'))
);

--> statement-breakpoint
INSERT INTO `__new_undos`("id", "user_id", "kind", "subject_id", "change", "created_at", "used_at") SELECT "id", "user_id", "kind", "subject_id", "change", "created_at", "used_at" FROM `undos`;
--> statement-breakpoint
DROP TABLE `undos`;
--> statement-breakpoint
ALTER TABLE `__new_undos` RENAME TO `undos`;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
--> statement-breakpoint
CREATE INDEX `undos_by_user` ON `undos` (`user_id`,`kind`,`subject_id`,`id`);
--> statement-breakpoint
CREATE INDEX `undos_by_time` ON `undos` (`created_at`);
--> statement-breakpoint
ALTER TABLE `corrections` ADD `is_sheet_filled` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `sheets` ADD `scale` integer;
--> statement-breakpoint
UPDATE `binned_permits` SET `rows` = json_set(`rows`, '$.markups', json('[]'));
