import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { letOthersIn } from "../batches.server";
import { db } from "../db.server";
import type { PermitStatus } from "./permit";
import type { PermitState } from "./permit-filter";

/** The permits that a search may find: of one city, and in one of these states. */
export type SearchScope = { cityId?: number; states?: readonly PermitState[] };

/** The searches store sequences of three characters; a shorter search finds the beginnings of both numbers. */
const shortestIndexedSearch = 3;
export const isShortSearch = (search: string): boolean => [...search].length < shortestIndexedSearch;

// Their column `markers` has private-use characters, in sequences that no other text can contain.
const [cityMark, statusMark, numberMark] = ["\ue000", "\ue001", "\ue002"];
const [firstCityDigit, cityDigits] = [0xe100, 4096];
const statusDigits: Record<PermitStatus, { assigned: string; unassigned: string }> = {
  approved: { assigned: "\ue010", unassigned: "\ue010" },
  in_process: { assigned: "\ue012", unassigned: "\ue011" },
  resubmittal_required: { assigned: "\ue013", unassigned: "\ue013" },
  hold: { assigned: "\ue014", unassigned: "\ue014" },
  cancelled: { assigned: "\ue015", unassigned: "\ue015" },
};

const cityDigitsOf = (cityId: number): string =>
  String.fromCharCode(
    firstCityDigit + Math.trunc(cityId / cityDigits),
    firstCityDigit + (cityId % cityDigits),
  );

function statusDigitsOf(states: readonly PermitState[]): string[] {
  const digits = states.flatMap(({ status, isAssigned }) => {
    const { assigned, unassigned } = statusDigits[status];
    if (isAssigned === undefined) return [assigned, unassigned];
    return isAssigned ? assigned : unassigned;
  });
  return [...new Set(digits)];
}

/** Returns the markers of a scope, of which a permit has one; none if the scope is all permits. */
function markersOf({ cityId, states }: SearchScope): string[] {
  const city = cityId === undefined ? undefined : cityDigitsOf(cityId);
  if (!states) return city ? [cityMark + city] : [];
  return statusDigitsOf(states).map((status) => (city ? city + status : status + statusMark + statusMark));
}

const numberMarkerOf = (beginning: string): string =>
  numberMark.repeat(shortestIndexedSearch - [...beginning].length) + beginning;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const withMarker = (markers: string[]): string => `markers : (${markers.map(quoted).join(" OR ")})`;

/**
 * All conditions are terms of one match, so that the index is read alone, and only as far as needed. A city is one of
 * them although its rows are a range, because FTS5 compares the end of a range with matches only.
 */
function termsOf(search: string, scope: SearchScope): string {
  const text = isShortSearch(search) ? withMarker([numberMarkerOf(search)]) : quoted(search);
  const markers = markersOf(scope);
  return markers.length > 0 ? `${text} AND ${withMarker(markers)}` : text;
}

/** How many row numbers all permits have in one search, and each city's in the other. They count down with the id. */
const rowNumbers = 2 ** 32;

type Part = { limit: number; before?: number };

/** Returns a query for the ids of the newest permits in a scope that contain the search, newest first. */
export function newestMatching(search: string, scope: SearchScope, { limit, before }: Part): SQL {
  const { cityId } = scope;
  const table = cityId === undefined ? sql`permit_search` : sql`city_permit_search`;
  const end = (cityId ?? 1) * rowNumbers;
  const start = end - Math.min(before ?? rowNumbers, rowNumbers);
  return sql`select ${integer(end)} - rowid as id from ${table} where ${table} match ${termsOf(search, scope)}
    and rowid > ${integer(start)} and rowid < ${integer(end)} order by rowid limit ${limit}`;
}

/** A search reads a range of rows only if they are integers, but numbers are bound as floating point. */
const integer = (row: number): SQL => sql`cast(${row} as integer)`;

/** The matches that one step of a long list reads. */
const matchesAtOnce = 10_000;

/**
 * Returns the ids of the newest permits in a scope that contain the search, newest first: all, or up to a limit.
 * It lets others in between its steps, because a search can match every permit.
 */
export async function listMatches(search: string, scope: SearchScope, limit = Infinity): Promise<number[]> {
  const matches: number[] = [];
  while (true) {
    const wanted = Math.min(matchesAtOnce, limit - matches.length);
    const step = readIds(newestMatching(search, scope, { limit: wanted, before: matches.at(-1) }));
    for (const id of step) matches.push(id);
    if (step.length < wanted || matches.length === limit) return matches;
    await letOthersIn();
  }
}

/** Reads the ids of a query as one text, which takes a third of the time of a row for each. */
function readIds(query: SQL): number[] {
  const [row] = db.values<[string]>(sql`select json_group_array(id) from (${query})`);
  return JSON.parse(row?.[0] ?? "[]");
}

/** Joins permits by these ids in the index with the values that lists sort by, which is a tenth of the table. */
export const sortValuesOf = (ids: number[]): SQL =>
  joinedByIds(ids, sql`permits indexed by permits_sort_values`, sql`permits.id`);

/** Joins the rows of a table by these ids. The ids are one value, since a thousand take long to bind. */
export const joinedByIds = (ids: number[], table: SQLWrapper, id: SQLWrapper): SQL =>
  sql`json_each(${JSON.stringify(ids)}) cross join ${table} on ${id} = json_each.value`;
