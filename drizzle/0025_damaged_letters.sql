CREATE TABLE `damaged_letters` (
	`letter_id` integer PRIMARY KEY NOT NULL,
	`problem` text NOT NULL,
	`found_at` text NOT NULL,
	FOREIGN KEY (`letter_id`) REFERENCES `letters`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "damaged_letters_problem" CHECK("damaged_letters"."problem" in ('missing', 'changed', 'unreadable'))
);
