-- compatible
-- The words that corrections have or had. A search for "sheet" looks up "sheet" and "sheets": an index of words has to
-- collect every row of all beginnings before it gives the first one.
CREATE TABLE "correction_word_list" ("word" text PRIMARY KEY);
--> statement-breakpoint
CREATE FUNCTION list_correction_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO correction_word_list SELECT unnest(tsvector_to_array(new.search_words)) ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "list_correction_words" AFTER INSERT OR UPDATE OF "text", "sheet", "code_reference" ON "corrections"
FOR EACH ROW EXECUTE FUNCTION list_correction_words();
--> statement-breakpoint
INSERT INTO "correction_word_list" SELECT word FROM ts_stat('SELECT search_words FROM corrections') ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- As alternatives of a tsquery. A beginning that no word has is one itself, which finds nothing.
CREATE FUNCTION words_with_beginning(beginning text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT '(' || coalesce(string_agg('''' || word || '''', ' | '), '''' || beginning || '''') || ')'
	FROM correction_word_list WHERE word ^@ beginning
$$;
