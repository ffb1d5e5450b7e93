-- compatible
-- pg_restore has no search path, so functions that columns and indexes use name the schema of those that they call.
CREATE OR REPLACE FUNCTION fold_for_order(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT regexp_replace(regexp_replace(public.fold_for_search(value), '([0-9]+)', '000000000000\1', 'g'), '[0-9]*([0-9]{12})', '\1', 'g')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION correction_words(correction text, sheet text, code_reference text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT to_tsvector('simple'::regconfig, public.fold_for_search(correction || ' ' || coalesce(sheet, '') || ' ' || coalesce(code_reference, '')))
$$;
