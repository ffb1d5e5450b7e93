CREATE INDEX `audit_events_by_actor_and_time` ON `audit_events` (`actor_id`,`at`,`id`,`subject`,`action`);
--> statement-breakpoint
CREATE INDEX `audit_events_by_subject_and_time` ON `audit_events` (`subject`,`at`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_events_by_action_and_time` ON `audit_events` (`action`,`at`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_events_by_name` ON `audit_events` (`actor_name`,`at`,`id`) WHERE "audit_events"."actor_id" is null;
--> statement-breakpoint
CREATE TRIGGER `audit_events_insert` BEFORE INSERT ON `audit_events` WHEN EXISTS (SELECT 1 FROM `audit_events` WHERE `id` = new.`id`) BEGIN
	SELECT raise(ABORT, 'an audit event cannot be replaced');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_events_update` BEFORE UPDATE ON `audit_events` WHEN
	new.`actor_id` IS NOT NULL
	OR (new.`id`, new.`at`, new.`actor_name`, new.`action`, new.`subject`, new.`subject_id`, new.`changes`)
	IS NOT (old.`id`, old.`at`, old.`actor_name`, old.`action`, old.`subject`, old.`subject_id`, old.`changes`)
BEGIN
	SELECT raise(ABORT, 'an audit event cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_events_delete` BEFORE DELETE ON `audit_events` WHEN old.`at` >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-365 days') BEGIN
	SELECT raise(ABORT, 'an audit event cannot be deleted within 365 days');
END;
