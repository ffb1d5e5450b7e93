import { and, type SQL, sql } from "drizzle-orm";
import { db } from "../db.server";
import { permits } from "../tables.server";
import { patternsOf } from "../text-search.server";
import { shortSearchReach } from "./permit-filter";

/** The index holds three characters in a row: what is shorter is looked for in the newest rows themselves. */
const shortestIndexed = 3;
const isShort = (search: string): boolean => [...search].length < shortestIndexed;

/**
 * The ids of those among some permits in whose numbers, name or address a search is found, the newest
 * first, as a query. Nothing is read beyond what its reader asks for.
 */
export function newestMatching(search: string, among: SQL): SQL {
  if (isShort(search)) {
    const looked = sql`select id, urban37_permit_number, city_permit_number, project_name, project_address
      from permits where ${among} order by id desc limit ${shortSearchReach}`;
    return sql`select id from (${looked}) where ${holds(search)} order by id desc`;
  }
  // A cross join is made in the order it is written: the index is read from its newest row on.
  return sql`select permits.id from permit_search cross join permits on permits.id = permit_search.rowid
    where ${foundIn(search)} and ${among} order by permit_search.rowid desc`;
}

/** The same as a condition on permits, for a list in another order. */
export function matching(search: string, among: SQL): SQL {
  if (isShort(search)) return sql`${permits.id} in (${newestMatching(search, among)})`;
  const found = sql`select rowid from permit_search where ${foundIn(search)}`;
  return and(among, sql`${permits.id} in (${found})`) as SQL;
}

/** Whether a search is too short to look through all of some permits. */
export async function isPartial(search: string, among: SQL): Promise<boolean> {
  if (!isShort(search)) return false;
  const [row] = db.all<{ found: number }>(
    sql`select count(*) as found from (select 1 from permits where ${among} limit ${shortSearchReach + 1})`,
  );
  return (row?.found ?? 0) > shortSearchReach;
}

const foundIn = (search: string) => sql`permit_search match ${`"${search.replaceAll('"', '""')}"`}`;

function holds(search: string): SQL {
  const columns = ["urban37_permit_number", "city_permit_number", "project_name", "project_address"];
  const parts = columns.flatMap((column) =>
    patternsOf(search).map((pattern) => sql`${sql.raw(column)} like ${pattern} escape '\\'`),
  );
  return sql`(${sql.join(parts, sql` or `)})`;
}
