import { and, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { cleanLines, searchStart } from "~/models/clean-text";
import { isShort, searchTerms } from "~/models/search-terms";
import { positionIn } from "./dialect.server";

/** Cleaned as the stored texts are; undefined for invisible characters. */
export const searchText = (typed: string | undefined): string | undefined =>
  searchStart(cleanLines(typed?.replace(/\p{Co}/gu, "") ?? ""));

export function isShortSearch(typed: string | undefined): boolean {
  const search = searchText(typed);
  return search !== undefined && isShort(search);
}

export const noteOnShortSearch = (typed: string | undefined): string | undefined =>
  isShortSearch(typed)
    ? "One or two characters find the beginnings of words; three find any part."
    : undefined;

/** Matches rows with each word of a search, if there is one; only for tables of a few thousand rows. */
export function foundIn(texts: SQLWrapper[], typed: string | undefined): SQL | undefined {
  const search = searchText(typed);
  return search === undefined ? undefined : contains(texts, search);
}

export function contains(texts: SQLWrapper[], search: string): SQL {
  const all = sql.join(
    texts.map((text) => sql`coalesce(${text}, '')`),
    sql` || ' ' || `,
  );
  return containsInFolded(sql`fold_for_search(${all})`, search);
}

/** For a text as `fold_for_search` returns it. The limit keeps databases from folding it once for each word. */
export function containsInFolded(folded: SQLWrapper, search: string): SQL {
  const terms = searchTerms(search);
  const isFound = (term: string[]) =>
    or(...term.map((part) => sql`${positionIn(sql`searched.folded`, sql`${part}`)} > 0`));
  return terms.length === 0
    ? sql`1 = 0`
    : sql`exists (select 1 from (select ${folded} as folded limit 1) as searched where ${and(...terms.map(isFound))})`;
}
