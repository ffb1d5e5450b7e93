-- compatible
CREATE INDEX "audit_events_by_actor_and_time" ON "audit_events" USING btree ("actor_id","at","id","subject","action");
--> statement-breakpoint
CREATE INDEX "audit_events_by_subject_and_time" ON "audit_events" USING btree ("subject","at","id");
--> statement-breakpoint
CREATE INDEX "audit_events_by_action_and_time" ON "audit_events" USING btree ("action","at","id");
--> statement-breakpoint
CREATE INDEX "audit_events_by_name" ON "audit_events" USING btree ("actor_name","at","id") WHERE "audit_events"."actor_id" is null;
--> statement-breakpoint
CREATE FUNCTION audit_events_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed audit_events := new;
BEGIN
	changed.actor_id := old.actor_id;
	IF new.actor_id IS NOT NULL OR changed::text <> old::text THEN
		RAISE EXCEPTION 'an audit event cannot be changed';
	END IF;
	RETURN new;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_events_update" BEFORE UPDATE ON "audit_events" FOR EACH ROW EXECUTE FUNCTION audit_events_update();
--> statement-breakpoint
CREATE FUNCTION audit_events_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'TRUNCATE' OR old.at >= to_char(now() AT TIME ZONE 'UTC' - interval '365 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') THEN
		RAISE EXCEPTION 'an audit event cannot be deleted within 365 days';
	END IF;
	RETURN old;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_events_delete" BEFORE DELETE ON "audit_events" FOR EACH ROW EXECUTE FUNCTION audit_events_delete();
--> statement-breakpoint
CREATE TRIGGER "audit_events_truncate" BEFORE TRUNCATE ON "audit_events" FOR EACH STATEMENT EXECUTE FUNCTION audit_events_delete();
