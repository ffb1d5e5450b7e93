-- breaking
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
ALTER TABLE "plan_files" ADD CONSTRAINT "plan_files_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "letters"("id") ON DELETE set null;
--> statement-breakpoint
-- The checks that SQLite's migrations have beside the tables.
ALTER TABLE "cities" ADD CONSTRAINT "cities_approval_wording" CHECK ("approval_wording" in ('approved', 'recommended'));
--> statement-breakpoint
ALTER TABLE "plan_files" ADD CONSTRAINT "plan_files_origin" CHECK ("origin" in ('submitted', 'marked_up', 'internal'));
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_decision" CHECK ("decision" is null or ("status" = 'completed' and "decision" in ('corrections_required', 'approved_with_conditions', 'approved', 'not_applicable')));
--> statement-breakpoint
-- pg_trgm stores three characters of a word; with letters for spaces and marks, a text is one word, so that any three are found.
CREATE FUNCTION searchable(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT translate(lower(value), E' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', 'ꔀꔁꔂꔃꔄꔅꔆꔇꔈꔉꔊꔋꔌꔍꔎꔏꔐꔑꔒꔓꔔꔕꔖꔗꔘꔙꔚꔛꔜꔝꔞꔟꔠ')
$$;
--> statement-breakpoint
-- What searches look in: the four texts, with a character between them that no search has, and the first one and two characters of both numbers.
ALTER TABLE "permits"
	ADD COLUMN "search_text" text GENERATED ALWAYS AS (
		searchable("urban37_permit_number") || E'\x1f' || searchable(coalesce("city_permit_number", '')) || E'\x1f'
			|| searchable("project_name") || E'\x1f' || searchable("project_address")
	) STORED,
	ADD COLUMN "number_start" text GENERATED ALWAYS AS (lower(left("urban37_permit_number", 2))) STORED,
	ADD COLUMN "number_first" text GENERATED ALWAYS AS (lower(left("urban37_permit_number", 1))) STORED,
	ADD COLUMN "city_number_start" text GENERATED ALWAYS AS (lower(left("city_permit_number", 2))) STORED,
	ADD COLUMN "city_number_first" text GENERATED ALWAYS AS (lower(left("city_permit_number", 1))) STORED;
--> statement-breakpoint
-- A search reads parts of 16,384 ids, the newest first, until it has enough. New rows wait in a short list only, since every part reads it.
CREATE INDEX "permits_search" ON "permits" USING gin (("id" >> 14), "city_id", "status", "search_text" gin_trgm_ops) WITH (gin_pending_list_limit = 64);
--> statement-breakpoint
CREATE INDEX "permits_by_number_start" ON "permits" ("number_start", "id") INCLUDE ("status", "is_assigned");
--> statement-breakpoint
CREATE INDEX "permits_by_city_and_number_start" ON "permits" ("city_id", "number_start", "id") INCLUDE ("status", "is_assigned");
--> statement-breakpoint
CREATE INDEX "permits_by_number_first" ON "permits" ("number_first", "id") INCLUDE ("status", "is_assigned");
--> statement-breakpoint
CREATE INDEX "permits_by_city_and_number_first" ON "permits" ("city_id", "number_first", "id") INCLUDE ("status", "is_assigned");
--> statement-breakpoint
CREATE INDEX "permits_by_city_number_start" ON "permits" ("city_number_start", "id") INCLUDE ("status", "is_assigned");
--> statement-breakpoint
CREATE INDEX "permits_by_city_and_city_number_start" ON "permits" ("city_id", "city_number_start", "id") INCLUDE ("status", "is_assigned");
--> statement-breakpoint
CREATE INDEX "permits_by_city_number_first" ON "permits" ("city_number_first", "id") INCLUDE ("status", "is_assigned");
--> statement-breakpoint
CREATE INDEX "permits_by_city_and_city_number_first" ON "permits" ("city_id", "city_number_first", "id") INCLUDE ("status", "is_assigned");
--> statement-breakpoint
-- Lists have rows without a value last in both directions, which one index cannot serve: these are for descending ones.
CREATE INDEX "assignments_current_by_due_date_descending" ON "assignments" ("employee_due_date" NULLS FIRST, "id", "is_open", "is_current") WHERE "is_current" = true;
--> statement-breakpoint
CREATE INDEX "assignments_current_by_completion_descending" ON "assignments" ("completed_at" NULLS FIRST, "id", "is_open", "is_current") WHERE "is_current" = true;
--> statement-breakpoint
CREATE INDEX "city_fees_by_date_paid_descending" ON "city_fees" ("city_id", "date_paid" NULLS FIRST, "id");
--> statement-breakpoint
CREATE INDEX "city_fees_by_invoice_descending" ON "city_fees" ("city_id", (cast((length("invoice_number") + 100) as text) || upper("invoice_number")) NULLS FIRST, "id");
--> statement-breakpoint
CREATE TABLE "installation" ("mark" text PRIMARY KEY);
--> statement-breakpoint
CREATE TABLE "locks" ("class" text NOT NULL, "number" bigint NOT NULL, PRIMARY KEY ("class", "number"));
--> statement-breakpoint
INSERT INTO "locks" SELECT 'city', 0 UNION ALL SELECT 'email', number FROM generate_series(0, 255) AS number;
--> statement-breakpoint
CREATE FUNCTION city_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "locks" VALUES ('city', new.id) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "city_lock" AFTER INSERT ON "cities" FOR EACH ROW EXECUTE FUNCTION city_lock();
--> statement-breakpoint
-- The counters: each trigger takes the old row away and adds the new one.
CREATE FUNCTION count_permit(city bigint, permit_status text, change bigint, assigned_change bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "permit_counts" AS counts ("city_id", "status", "permits", "assigned") VALUES (city, permit_status, change, assigned_change)
	ON CONFLICT ("city_id", "status") DO UPDATE SET "permits" = counts."permits" + excluded."permits", "assigned" = counts."assigned" + excluded."assigned";
$$;
--> statement-breakpoint
CREATE FUNCTION count_approval(city bigint, created_on text, approved_on text, change bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "approval_counts" AS counts ("city_id", "permits", "days") VALUES (city, change, change * greatest(0, approved_on::date - created_on::date))
	ON CONFLICT ("city_id") DO UPDATE SET "permits" = counts."permits" + excluded."permits", "days" = counts."days" + excluded."days";
$$;
--> statement-breakpoint
CREATE FUNCTION permit_counters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'INSERT' THEN
		PERFORM count_permit(old.city_id, old.status, -1, -old.is_assigned::int);
		IF old.status = 'approved' AND old.approved_on IS NOT NULL THEN
			PERFORM count_approval(old.city_id, old.creation_date, old.approved_on, -1);
		END IF;
	END IF;
	IF tg_op <> 'DELETE' THEN
		PERFORM count_permit(new.city_id, new.status, 1, new.is_assigned::int);
		IF new.status = 'approved' AND new.approved_on IS NOT NULL THEN
			PERFORM count_approval(new.city_id, new.creation_date, new.approved_on, 1);
		END IF;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "permit_counters" AFTER INSERT OR DELETE ON "permits" FOR EACH ROW EXECUTE FUNCTION permit_counters();
--> statement-breakpoint
CREATE TRIGGER "permit_counters_update" AFTER UPDATE ON "permits" FOR EACH ROW
WHEN ((old.city_id, old.status, old.is_assigned, old.creation_date, old.approved_on) IS DISTINCT FROM (new.city_id, new.status, new.is_assigned, new.creation_date, new.approved_on))
EXECUTE FUNCTION permit_counters();
--> statement-breakpoint
CREATE FUNCTION count_assignment(employee bigint, assignment_status text, change bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "assignment_counts" AS counts ("employee_id", "status", "assignments") VALUES (employee, assignment_status, change)
	ON CONFLICT ("employee_id", "status") DO UPDATE SET "assignments" = counts."assignments" + excluded."assignments";
$$;
--> statement-breakpoint
CREATE FUNCTION count_due(due text, change bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "due_counts" AS counts ("due_date", "assignments") VALUES (due, change)
	ON CONFLICT ("due_date") DO UPDATE SET "assignments" = counts."assignments" + excluded."assignments";
$$;
--> statement-breakpoint
CREATE FUNCTION assignment_counters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'INSERT' THEN
		IF old.is_current THEN PERFORM count_assignment(old.employee_id, old.status, -1); END IF;
		IF old.is_open AND old.employee_due_date IS NOT NULL THEN PERFORM count_due(old.employee_due_date, -1); END IF;
	END IF;
	IF tg_op <> 'DELETE' THEN
		IF new.is_current THEN PERFORM count_assignment(new.employee_id, new.status, 1); END IF;
		IF new.is_open AND new.employee_due_date IS NOT NULL THEN PERFORM count_due(new.employee_due_date, 1); END IF;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "assignment_counters" AFTER INSERT OR DELETE ON "assignments" FOR EACH ROW EXECUTE FUNCTION assignment_counters();
--> statement-breakpoint
CREATE TRIGGER "assignment_counters_update" AFTER UPDATE ON "assignments" FOR EACH ROW
WHEN ((old.employee_id, old.status, old.is_current, old.is_open, old.employee_due_date) IS DISTINCT FROM (new.employee_id, new.status, new.is_current, new.is_open, new.employee_due_date))
EXECUTE FUNCTION assignment_counters();
--> statement-breakpoint
CREATE FUNCTION count_fee(city bigint, fee_status text, change bigint, changed_cents bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "fee_totals" AS totals ("city_id", "status", "fees", "cents") VALUES (city, fee_status, change, changed_cents)
	ON CONFLICT ("city_id", "status") DO UPDATE SET "fees" = totals."fees" + excluded."fees", "cents" = totals."cents" + excluded."cents";
$$;
--> statement-breakpoint
CREATE FUNCTION fee_counters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'INSERT' THEN PERFORM count_fee(old.city_id, old.status, -1, -old.amount_cents); END IF;
	IF tg_op <> 'DELETE' THEN PERFORM count_fee(new.city_id, new.status, 1, new.amount_cents); END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "fee_counters" AFTER INSERT OR DELETE ON "city_fees" FOR EACH ROW EXECUTE FUNCTION fee_counters();
--> statement-breakpoint
CREATE TRIGGER "fee_counters_update" AFTER UPDATE ON "city_fees" FOR EACH ROW
WHEN ((old.city_id, old.status, old.amount_cents) IS DISTINCT FROM (new.city_id, new.status, new.amount_cents))
EXECUTE FUNCTION fee_counters();
--> statement-breakpoint
CREATE FUNCTION count_email(email_status text, change bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "mail_counts" AS counts ("status", "emails") VALUES (email_status, change)
	ON CONFLICT ("status") DO UPDATE SET "emails" = counts."emails" + excluded."emails";
$$;
--> statement-breakpoint
CREATE FUNCTION mail_counters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'INSERT' THEN PERFORM count_email(old.status, -1); END IF;
	IF tg_op <> 'DELETE' THEN PERFORM count_email(new.status, 1); END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "mail_counters" AFTER INSERT OR DELETE ON "mail_outbox" FOR EACH ROW EXECUTE FUNCTION mail_counters();
--> statement-breakpoint
CREATE TRIGGER "mail_counters_update" AFTER UPDATE ON "mail_outbox" FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION mail_counters();
--> statement-breakpoint
CREATE FUNCTION count_plan_check(plan_check_word text, city bigint, change bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "plan_check_counts" AS counts ("word", "city_id", "plan_checks") VALUES (plan_check_word, city, change)
	ON CONFLICT ("word", "city_id") DO UPDATE SET "plan_checks" = counts."plan_checks" + excluded."plan_checks";
$$;
--> statement-breakpoint
CREATE FUNCTION count_plan_check_due(due text, change bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "plan_check_due_counts" AS counts ("due_date", "plan_checks") VALUES (due, change)
	ON CONFLICT ("due_date") DO UPDATE SET "plan_checks" = counts."plan_checks" + excluded."plan_checks";
$$;
--> statement-breakpoint
CREATE FUNCTION plan_check_counters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'INSERT' THEN
		PERFORM count_plan_check(old.word, old.city_id, -1);
		IF old.is_in_review THEN PERFORM count_plan_check_due(old.due_date, -1); END IF;
	END IF;
	IF tg_op <> 'DELETE' THEN
		PERFORM count_plan_check(new.word, new.city_id, 1);
		IF new.is_in_review THEN PERFORM count_plan_check_due(new.due_date, 1); END IF;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "plan_check_counters" AFTER INSERT OR DELETE ON "listed_plan_checks" FOR EACH ROW EXECUTE FUNCTION plan_check_counters();
--> statement-breakpoint
CREATE TRIGGER "plan_check_counters_update" AFTER UPDATE ON "listed_plan_checks" FOR EACH ROW
WHEN ((old.word, old.city_id, old.is_in_review, old.due_date) IS DISTINCT FROM (new.word, new.city_id, new.is_in_review, new.due_date))
EXECUTE FUNCTION plan_check_counters();
--> statement-breakpoint
-- What an assignment has of its permit.
CREATE FUNCTION assignment_of_permit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT permits.review_cycle = new.review_cycle, permits.review_cycle = new.review_cycle AND new.status <> 'completed', permits.due_date
	INTO new.is_current, new.is_open, new.permit_due_date
	FROM permits WHERE permits.id = new.permit_id;
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "assignment_of_permit" BEFORE INSERT OR UPDATE ON "assignments" FOR EACH ROW EXECUTE FUNCTION assignment_of_permit();
--> statement-breakpoint
CREATE FUNCTION assignments_of_permit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE assignments SET permit_due_date = new.due_date WHERE permit_id = new.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "assignments_of_permit" AFTER UPDATE ON "permits" FOR EACH ROW
WHEN (old.review_cycle <> new.review_cycle OR old.due_date <> new.due_date) EXECUTE FUNCTION assignments_of_permit();
--> statement-breakpoint
-- What a permit has of its assignments.
CREATE FUNCTION permit_of_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'INSERT' THEN
		UPDATE permits SET is_assigned = false
		WHERE id = old.permit_id AND review_cycle = old.review_cycle AND is_assigned AND NOT EXISTS (
			SELECT 1 FROM assignments WHERE permit_id = old.permit_id AND review_cycle = old.review_cycle
		);
	END IF;
	IF tg_op <> 'DELETE' THEN
		UPDATE permits SET is_assigned = true WHERE id = new.permit_id AND review_cycle = new.review_cycle AND NOT is_assigned;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "permit_of_assignment" AFTER INSERT OR DELETE ON "assignments" FOR EACH ROW EXECUTE FUNCTION permit_of_assignment();
--> statement-breakpoint
CREATE TRIGGER "permit_of_assignment_update" AFTER UPDATE ON "assignments" FOR EACH ROW
WHEN (old.permit_id <> new.permit_id OR old.review_cycle <> new.review_cycle) EXECUTE FUNCTION permit_of_assignment();
--> statement-breakpoint
CREATE FUNCTION permit_assigned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.is_assigned := EXISTS (SELECT 1 FROM assignments WHERE permit_id = new.id AND review_cycle = new.review_cycle);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "permit_assigned" BEFORE UPDATE ON "permits" FOR EACH ROW
WHEN (old.review_cycle <> new.review_cycle) EXECUTE FUNCTION permit_assigned();
--> statement-breakpoint
CREATE FUNCTION standard_comment_uses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		UPDATE standard_comments SET uses = uses + 1 WHERE id = new.standard_comment_id;
	ELSE
		UPDATE standard_comments SET uses = uses - 1 WHERE id = old.standard_comment_id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "standard_comment_uses" AFTER INSERT OR DELETE ON "corrections" FOR EACH ROW EXECUTE FUNCTION standard_comment_uses();
--> statement-breakpoint
-- The permits whose plan check the end of the write lists again.
CREATE FUNCTION plan_check_to_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'DELETE' THEN
		INSERT INTO plan_checks_to_list (permit_id) VALUES (old.permit_id) ON CONFLICT DO NOTHING;
	ELSE
		INSERT INTO plan_checks_to_list (permit_id) VALUES (new.permit_id) ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION permit_to_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO plan_checks_to_list (permit_id) VALUES (new.id) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION back_check_to_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO plan_checks_to_list (permit_id)
	SELECT permit_id FROM corrections WHERE id = CASE tg_op WHEN 'DELETE' THEN old.correction_id ELSE new.correction_id END
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "to_list_permits" AFTER INSERT ON "permits" FOR EACH ROW EXECUTE FUNCTION permit_to_list();
--> statement-breakpoint
CREATE TRIGGER "to_list_permits_update" AFTER UPDATE ON "permits" FOR EACH ROW
WHEN ((old.city_id, old.status, old.review_cycle, old.due_date) IS DISTINCT FROM (new.city_id, new.status, new.review_cycle, new.due_date))
EXECUTE FUNCTION permit_to_list();
--> statement-breakpoint
CREATE TRIGGER "to_list_assignments" AFTER INSERT OR DELETE ON "assignments" FOR EACH ROW EXECUTE FUNCTION plan_check_to_list();
--> statement-breakpoint
CREATE TRIGGER "to_list_assignments_update" AFTER UPDATE ON "assignments" FOR EACH ROW
WHEN ((old.review_cycle, old.discipline, old.status, old.decision) IS DISTINCT FROM (new.review_cycle, new.discipline, new.status, new.decision))
EXECUTE FUNCTION plan_check_to_list();
--> statement-breakpoint
CREATE TRIGGER "to_list_permit_disciplines" AFTER INSERT OR DELETE ON "permit_disciplines" FOR EACH ROW EXECUTE FUNCTION plan_check_to_list();
--> statement-breakpoint
CREATE TRIGGER "to_list_plan_checks" AFTER INSERT OR DELETE ON "plan_checks" FOR EACH ROW EXECUTE FUNCTION plan_check_to_list();
--> statement-breakpoint
CREATE TRIGGER "to_list_plan_checks_update" AFTER UPDATE ON "plan_checks" FOR EACH ROW
WHEN ((old.review_cycle, old.state, old.released_at, old.handed_over_on) IS DISTINCT FROM (new.review_cycle, new.state, new.released_at, new.handed_over_on))
EXECUTE FUNCTION plan_check_to_list();
--> statement-breakpoint
CREATE TRIGGER "to_list_corrections" AFTER INSERT OR DELETE ON "corrections" FOR EACH ROW EXECUTE FUNCTION plan_check_to_list();
--> statement-breakpoint
CREATE TRIGGER "to_list_corrections_update" AFTER UPDATE ON "corrections" FOR EACH ROW
WHEN ((old.discipline, old.kind, old.status, old.review_cycle, old.first_letter_id) IS DISTINCT FROM (new.discipline, new.kind, new.status, new.review_cycle, new.first_letter_id))
EXECUTE FUNCTION plan_check_to_list();
--> statement-breakpoint
CREATE TRIGGER "to_list_letters" AFTER INSERT OR DELETE ON "letters" FOR EACH ROW EXECUTE FUNCTION plan_check_to_list();
--> statement-breakpoint
CREATE TRIGGER "to_list_back_checks" AFTER INSERT OR DELETE ON "back_checks" FOR EACH ROW EXECUTE FUNCTION back_check_to_list();
