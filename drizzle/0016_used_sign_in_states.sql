CREATE TABLE `used_sign_in_states` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`until` text NOT NULL
);

--> statement-breakpoint
CREATE INDEX `used_sign_in_states_until` ON `used_sign_in_states` (`until`);