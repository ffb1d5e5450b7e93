ALTER TABLE `comments` ADD `author_city_id` integer REFERENCES cities(id) ON DELETE SET NULL;--> statement-breakpoint
UPDATE `comments` SET `author_city_id` = (SELECT `city_id` FROM `users` WHERE `users`.`id` = `comments`.`author_id`);
