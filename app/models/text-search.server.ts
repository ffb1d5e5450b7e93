import { or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { cleanLines } from "./clean-text";

/**
 * Returns the text to search for, cleaned as the stored texts are; undefined for blanks. Private-use characters are
 * removed too, since the index of permits has them as markers.
 */
export const searchText = (typed: string | undefined): string | undefined =>
  cleanLines(typed?.replace(/\p{Co}/gu, "") ?? "").slice(0, 100) || undefined;

/** Matches rows with the search in one of these texts, in any case; only for tables of a few hundred rows. */
export function contains(texts: SQLWrapper[], search: string): SQL {
  const patterns = patternsOf(search);
  return or(
    ...texts.flatMap((text) =>
      patterns.map((pattern) => sql`lower(${text}) like lower(${pattern}) escape '\\'`),
    ),
  ) as SQL;
}

/** Returns LIKE patterns, to be used with `escape '\'`; a text that contains the search matches one of them. */
const patternsOf = (search: string): string[] =>
  spellings(search).map((spelling) => `%${spelling.replace(/[\\%_]/g, "\\$&")}%`);

/** SQLite ignores case only in ASCII letters: "ángel" is also searched for as "Ángel" and "ÁNGEL". */
function spellings(search: string): string[] {
  if (/^\p{ASCII}*$/u.test(search)) return [search];
  const lower = search.toLowerCase();
  const capitalized = lower.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set([search, lower, capitalized, search.toUpperCase()])];
}
