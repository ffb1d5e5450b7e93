import { type SQL, sql } from "drizzle-orm";
import { corrections } from "../tables.server";
import type { Phrase, WordGroup } from "./correction-search.server";

const quoted = (words: string[], end = ""): string[] => words.map((word) => `'${word}'${end}`);
const phrase = ({ before, last, isBeginning }: Phrase): string =>
  [...quoted(before), `(${quoted(last, isBeginning ? ":*" : "").join(" | ")})`].join(" <-> ");
const anyOf = (group: WordGroup): string => `(${group.map(phrase).join(" | ")})`;

/** The index has no order, so it is read in parts of ids, the newest first, as that of permits. */
export function newestWithWords(groups: WordGroup[], limit: number, cityId: number | undefined): SQL {
  const words = sql`${groups.map(anyOf).join(" & ")}::tsquery`;
  const isMatch =
    cityId === undefined
      ? sql`search_words @@ ${words}`
      : sql`issued_city_id = ${cityId} and issued_words @@ ${words}`;
  const newest = sql`((select coalesce(max(id), 0) from ${corrections}) >> ${idBits})`;
  const oldest = sql`${newest} - ${sql.raw(String(Math.floor(limit / matchesOfPart)))}`;
  return sql`(select matches.id from generate_series(${newest}, ${oldest}, -1) as parts (number)
    cross join lateral (select ${corrections.id} from ${corrections} where ${corrections.id} >> ${idBits} = parts.number and ${isMatch} order by ${corrections.id} desc) as matches
    limit ${limit})
    union all (select id from (select ${corrections.id} from ${corrections} where ${isMatch} offset 0) as others
    where id >> ${idBits} < ${oldest} order by id desc limit ${limit})
    limit ${limit}`;
}

/** So many in each of the newest parts are enough. */
const matchesOfPart = 64;
const idBits = sql.raw("14");
