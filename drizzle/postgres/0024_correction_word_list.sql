-- compatible
CREATE TABLE "correction_word_list" (
	"word" text PRIMARY KEY NOT NULL
);

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
-- A letter may have words that the correction has no more.
INSERT INTO "correction_word_list" SELECT word FROM ts_stat('SELECT search_words FROM corrections')
UNION SELECT word FROM ts_stat('SELECT issued_words FROM corrections WHERE issued_words IS NOT NULL')
ON CONFLICT DO NOTHING;
