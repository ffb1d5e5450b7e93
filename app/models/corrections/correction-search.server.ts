import { between, desc, inArray, sql } from "drizzle-orm";
import { db, rowsOf } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { readIds } from "~/platform/db/list.server";
import { allow, type Scope, scopeOf, type Viewer } from "../policy";
import { isShort, searchTerms } from "../search-terms";
import { pick } from "../shown-fields";
import { corrections, correctionWordList } from "../tables.server";
import { numberOf } from "./correction";
import * as postgres from "./correction-search-postgres.server";
import * as sqlite from "./correction-search-sqlite.server";

/** Words after one another. The last is one of several, or a beginning. */
export type Phrase = { before: string[]; last: string[]; isBeginning: boolean };

/** Other spellings of one word of a search: one of them is enough. */
export type WordGroup = Phrase[];

const { newestWithWords } = isPostgres ? postgres : sqlite;

/** A shorter word is found whole: with fewer characters, half of all corrections would be read. */
const shortestBeginning = 3;

const uniqueTerms = (search: string) => [
  ...new Map(searchTerms(search).map((term) => [term.join(), term])).values(),
];

/** The last word of each may go on, unless it is whole. */
const typedGroups = (search: string) =>
  uniqueTerms(search).map((term) =>
    term.map((part) => {
      const words = part.trim().split("  ");
      const last = words.pop() ?? "";
      return { before: words, last, isWhole: [...last].length < shortestBeginning || part.endsWith("  ") };
    }),
  );

/** As many words are looked up faster than a beginning, of which an index collects all rows before it gives the newest. */
const mostWords = 50;

async function wordGroups(search: string): Promise<WordGroup[]> {
  const groups = typedGroups(search);
  const beginnings = new Set(groups.flat().flatMap(({ last, isWhole }) => (isWhole ? [] : [last])));
  const { word } = correctionWordList;
  const lists = [...beginnings].map(
    (beginning) =>
      sql`select * from (${db
        .select({ word })
        .from(correctionWordList)
        .where(between(word, beginning, `${beginning}\u{10ffff}`))
        .limit(mostWords + 1)}) as words`,
  );
  const rows = lists.length > 0 ? await rowsOf<{ word: string }>(db, sql.join(lists, sql` union `)) : [];
  const words = rows.map(({ word }) => word);
  return groups.map((group) =>
    group.map(({ before, last, isWhole }) => {
      const longer = isWhole ? [] : words.filter((word) => word.startsWith(last));
      const isBeginning = longer.length > mostWords;
      // The typed word is looked for even if nothing has it: the time says nothing about the words of others.
      return { before, last: isBeginning ? [last] : [...new Set([last, ...longer])], isBeginning };
    }),
  );
}

/**
 * Returns the newest corrections that have the words of a search, or their beginnings. Outside the firm, only those of
 * letters are looked at, in the words of the letters.
 */
export async function correctionIdsWith(viewer: Viewer, search: string, limit: number): Promise<number[]> {
  allow(viewer, "correction.read");
  if (isShort(search)) return [];
  const groups = await wordGroups(search);
  if (groups.length === 0) return [];
  const find = (cityId?: number) => readIds(newestWithWords(groups, limit, cityId));
  const found = {
    all: () => find(),
    own: () => [],
    city: () => find(viewer.cityId ?? -1),
    none: () => [],
  } satisfies Record<Scope, () => unknown>;
  return found[scopeOf(viewer, "correction.read")]();
}

export async function listFoundCorrections(viewer: Viewer, ids: number[]) {
  if (scopeOf(viewer, "correction.read") !== "all" || ids.length === 0) return [];
  const rows = await db
    .select(pick(corrections, "id", "permitId", "discipline", "number", "reviewCycle", "text"))
    .from(corrections)
    .where(inArray(corrections.id, ids))
    .orderBy(desc(corrections.id));
  return rows.map((row) => ({ ...row, number: numberOf(row), letterId: null }));
}
