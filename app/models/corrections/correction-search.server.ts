import { desc, inArray } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { readIds } from "~/platform/db/list.server";
import { allow, type Scope, scopeOf, type Viewer } from "../policy";
import { isShort, searchTerms } from "../search-terms";
import { pick } from "../shown-fields";
import { corrections } from "../tables.server";
import { numberOf } from "./correction";
import * as postgres from "./correction-search-postgres.server";
import * as sqlite from "./correction-search-sqlite.server";

/** Other spellings of one word of a search: one of them is enough. The last word of each may go on, unless it is whole. */
export type WordGroup = { words: string[]; isWhole: boolean }[];

const { newestWithWords } = isPostgres ? postgres : sqlite;

/** A beginning is looked up from three characters on: with fewer, half of all corrections would be read. */
const shortestBeginning = 3;

const wordGroups = (search: string): WordGroup[] =>
  searchTerms(search).map((term) =>
    term.map((part) => {
      const words = part.trim().split("  ");
      const isShortWord = [...(words.at(-1) ?? "")].length < shortestBeginning;
      return { words, isWhole: isShortWord || part.endsWith("  ") };
    }),
  );

/**
 * Returns the newest corrections that have the words of a search, or their beginnings. Outside the firm, only those of
 * letters are looked at, in the words of the letters.
 */
export async function correctionIdsWith(viewer: Viewer, search: string, limit: number): Promise<number[]> {
  allow(viewer, "correction.read");
  const groups = wordGroups(search);
  if (groups.length === 0 || isShort(search)) return [];
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
