-- compatible
CREATE FUNCTION has_other_characters(value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT value ~ E'[^a-z0-9ꔀ-ꔠ\x1f]'
$$;
--> statement-breakpoint
CREATE FUNCTION letters_for_symbols(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT regexp_replace(value, E'[^[:alnum:]\x1f]', 'ꔡ', 'g')
$$;
--> statement-breakpoint
-- pg_trgm ignores symbols such as dashes and emoji: a search of them alone would read the index completely for each part.
CREATE INDEX "permits_search_symbols" ON "permits" USING gin (("id" >> 14), "city_id", "status", letters_for_symbols("search_text") gin_trgm_ops) WITH (gin_pending_list_limit = 64) WHERE has_other_characters("search_text");
