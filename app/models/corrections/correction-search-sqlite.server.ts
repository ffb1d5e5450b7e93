import { type SQL, sql } from "drizzle-orm";
import { limitOf } from "~/platform/db/dialect-sqlite.server";
import type { Phrase, WordGroup } from "./correction-search.server";

const alternativesOf = ({ before, last, isBeginning }: Phrase): string =>
  last.map((word) => `"${[...before, word].join(" ")}"${isBeginning ? " *" : ""}`).join(" OR ");
const anyOf = (group: WordGroup): string => `(${group.map(alternativesOf).join(" OR ")})`;

/** In both searches rows count down with the id; in that of cities each has a range of its own. */
const rowNumbers = 2 ** 32;

export function newestWithWords(groups: WordGroup[], limit: number, cityId: number | undefined): SQL {
  const words = `text : (${groups.map(anyOf).join(" AND ")})`;
  const end = sql`cast(${(cityId ?? 1) * rowNumbers} as integer)`;
  if (cityId === undefined)
    return sql`select ${end} - rowid as id from correction_search
      where correction_search match ${words} order by rowid limit ${limitOf(limit)}`;
  return sql`select ${end} - rowid as id from issued_correction_search
    where issued_correction_search match ${`${words} AND city : city${cityId}`}
    and rowid > ${end} - ${sql.raw(String(rowNumbers))} and rowid < ${end} order by rowid limit ${limitOf(limit)}`;
}
