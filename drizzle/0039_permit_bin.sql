CREATE TABLE `binned_contents` (
	`permit_id` integer NOT NULL,
	`content_hash` text NOT NULL,
	PRIMARY KEY(`permit_id`, `content_hash`),
	FOREIGN KEY (`permit_id`) REFERENCES `binned_permits`(`permit_id`) ON UPDATE no action ON DELETE cascade
);

--> statement-breakpoint
CREATE INDEX `binned_contents_by_content` ON `binned_contents` (`content_hash`);
--> statement-breakpoint
CREATE TABLE `binned_permits` (
	`permit_id` integer PRIMARY KEY NOT NULL,
	`city_id` integer NOT NULL,
	`urban37_permit_number` text NOT NULL,
	`revision_number` text,
	`project_name` text NOT NULL,
	`binned_at` text NOT NULL,
	`binned_by_name` text NOT NULL,
	`rows` text NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action
);

--> statement-breakpoint
CREATE INDEX `binned_permits_by_time` ON `binned_permits` (`binned_at`,`permit_id`);
--> statement-breakpoint
CREATE INDEX `binned_permits_by_city` ON `binned_permits` (`city_id`);
--> statement-breakpoint
CREATE TABLE `binned_reviewers` (
	`permit_id` integer NOT NULL,
	`employee_id` integer NOT NULL,
	PRIMARY KEY(`permit_id`, `employee_id`),
	FOREIGN KEY (`permit_id`) REFERENCES `binned_permits`(`permit_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action
);

--> statement-breakpoint
CREATE INDEX `binned_reviewers_by_employee` ON `binned_reviewers` (`employee_id`);
--> statement-breakpoint
CREATE TABLE `legal_holds` (
	`permit_id` integer PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`set_by_name` text NOT NULL,
	`set_at` text NOT NULL,
	FOREIGN KEY (`permit_id`) REFERENCES `permits`(`id`) ON UPDATE no action ON DELETE no action
);

--> statement-breakpoint
CREATE INDEX `legal_holds_by_time` ON `legal_holds` (`set_at`,`permit_id`);
--> statement-breakpoint
CREATE TABLE `retention_periods` (
	`city_id` integer PRIMARY KEY NOT NULL,
	`years` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "retention_periods_years" CHECK("retention_periods"."years" between 1 and 100)
);
