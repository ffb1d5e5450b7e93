import { and, type SQL, sql } from "drizzle-orm";
import { db } from "../db.server";
import { permits } from "../tables.server";
import { patternsOf } from "../text-search.server";
import { shortSearchLimit } from "./permit-filter";

/** The index stores sequences of three characters; a shorter search scans the newest rows. */
const shortestIndexedSearch = 3;
export const isShort = (search: string): boolean => [...search].length < shortestIndexedSearch;

/**
 * Returns a query for the ids of the permits that meet a condition and contain the search in a number, the
 * name or the address, newest first. With a `limit` it reads no more rows than needed.
 */
export function newestMatching(search: string, condition: SQL): SQL {
  if (isShort(search)) {
    const newest = sql`select id, urban37_permit_number, city_permit_number, project_name, project_address
      from permits where ${condition} order by id desc limit ${shortSearchLimit}`;
    return sql`select id from (${newest}) where ${containsText(search)} order by id desc`;
  }
  // SQLite runs a cross join in the written order, so it reads the index from its newest row.
  return sql`select permits.id from permit_search cross join permits on permits.id = permit_search.rowid
    where ${matchesIndex(search)} and ${condition} order by permit_search.rowid desc`;
}

/** The same search as a condition on permits, for a sorted list. */
export function matching(search: string, condition: SQL): SQL {
  if (isShort(search)) return sql`${permits.id} in (${newestMatching(search, condition)})`;
  const rows = sql`select rowid from permit_search where ${matchesIndex(search)}`;
  return and(condition, sql`${permits.id} in (${rows})`) as SQL;
}

/** Whether a short search leaves out some of the permits that meet a condition. */
export async function isPartial(search: string, condition: SQL): Promise<boolean> {
  if (!isShort(search)) return false;
  const [row] = db.all<{ permits: number }>(
    sql`select count(*) as permits from (select 1 from permits where ${condition} limit ${shortSearchLimit + 1})`,
  );
  return (row?.permits ?? 0) > shortSearchLimit;
}

const matchesIndex = (search: string) => sql`permit_search match ${`"${search.replaceAll('"', '""')}"`}`;

function containsText(search: string): SQL {
  const columns = ["urban37_permit_number", "city_permit_number", "project_name", "project_address"];
  const parts = columns.flatMap((column) =>
    patternsOf(search).map((pattern) => sql`${sql.raw(column)} like ${pattern} escape '\\'`),
  );
  return sql`(${sql.join(parts, sql` or `)})`;
}
