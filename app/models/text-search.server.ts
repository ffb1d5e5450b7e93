import { or, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** What is looked for of what was typed, and nothing for blanks. SQLite would end a text at a null byte. */
export const searchText = (typed: string | undefined): string | undefined =>
  typed?.replaceAll("\0", "").trim().slice(0, 100) || undefined;

/** Matches a part of any of these texts, in small or capital letters; for tables of a few hundred rows. */
export function contains(texts: SQLWrapper[], search: string): SQL {
  const patterns = patternsOf(search);
  return or(
    ...texts.flatMap((text) =>
      patterns.map((pattern) => sql`lower(${text}) like lower(${pattern}) escape '\\'`),
    ),
  ) as SQL;
}

/** Patterns of which any text with these characters in it is like one, with `escape '\'`. */
export const patternsOf = (search: string): string[] =>
  spellings(search).map((spelling) => `%${spelling.replace(/[\\%_]/g, "\\$&")}%`);

/** SQLite knows the case of plain letters only: "ángel" is looked for as "Ángel" and "ÁNGEL" too. */
function spellings(search: string): string[] {
  if (/^\p{ASCII}*$/u.test(search)) return [search];
  const lower = search.toLowerCase();
  const capitalized = lower.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set([search, lower, capitalized, search.toUpperCase()])];
}
