CREATE TABLE `letter_pictures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`letter_id` integer NOT NULL,
	`file_key` text NOT NULL,
	`sha256` text NOT NULL,
	`byte_size` integer NOT NULL,
	FOREIGN KEY (`letter_id`) REFERENCES `letters`(`id`) ON UPDATE no action ON DELETE cascade
);

--> statement-breakpoint
CREATE UNIQUE INDEX `letter_pictures_by_letter` ON `letter_pictures` (`letter_id`,`sha256`);
--> statement-breakpoint
CREATE UNIQUE INDEX `letter_pictures_by_key` ON `letter_pictures` (`file_key`);
--> statement-breakpoint
CREATE TRIGGER `letter_pictures_to_remove` AFTER DELETE ON `letter_pictures` BEGIN
	INSERT INTO `files_to_remove` (`file_key`) VALUES (old.`file_key`) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
UPDATE `binned_permits` SET `rows` = json_set(`rows`, '$.letterPictures', json('[]'));
