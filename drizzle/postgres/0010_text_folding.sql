-- compatible: the version before searches its own columns until a later migration drops them
DROP INDEX "cities_name";
--> statement-breakpoint
DROP INDEX "cities_active_first";
--> statement-breakpoint
-- The same as `foldForSearch` of fold-text.ts.
CREATE FUNCTION fold_for_search(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT CASE WHEN words = '' THEN '' ELSE '  ' || words || '  ' END FROM (
		SELECT btrim(regexp_replace(
			replace(replace(replace(replace(
				translate(
					regexp_replace(lower(normalize(replace(value, U&'\00B4', ''''), NFKD)), '[''`\u02b9\u02bb-\u02bf\u02c8\u055a\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]', '', 'g'),
					'øłđðħıς', 'olddhiσ'
				),
				'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
			'[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02ff\u0375\u037e\u0387\u055b-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u10fb\u1361-\u1368\u1400\u1680\u16eb-\u16ed\u17d4-\u17db\u1800-\u180a\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\ua4fe\ua4ff\ua60d-\ua60f\ufd3e\ufd3f\ufdfd-\ufdff\ufe10-\ufe1f\ufe30-\ufe6f\ue000-\uf8ff\ufff9-\uffff\U0001d000-\U0001d24f\U0001f000-\U0001fbef\U000f0000-\U0010ffff]+', '  ', 'g'
		)) AS words
	) AS folded
$$;
--> statement-breakpoint
-- The same as `foldForOrder`.
CREATE FUNCTION fold_for_order(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT regexp_replace(regexp_replace(fold_for_search(value), '([0-9]+)', '000000000000\1', 'g'), '[0-9]*([0-9]{12})', '\1', 'g')
$$;
--> statement-breakpoint
ALTER TABLE "permits" ADD COLUMN "folded_text" text GENERATED ALWAYS AS (
	fold_for_search(
		"urban37_permit_number" || ' ' || coalesce("revision_number", '') || ' ' || coalesce("city_permit_number", '')
			|| ' ' || "project_name" || ' ' || "project_address"
			|| ' ' || coalesce("applicant_name", '') || ' ' || coalesce("applicant_email", '')
			|| ' ' || replace(fold_for_search("urban37_permit_number"), ' ', '')
			|| ' ' || replace(fold_for_search(coalesce("city_permit_number", '')), ' ', '')
	)
) STORED;
--> statement-breakpoint
CREATE INDEX "permits_folded_search" ON "permits" USING gin (("id" >> 14), "city_id", "status", "folded_text" gin_trgm_ops) WITH (gin_pending_list_limit = 64);
