import { type SQL, sql } from "drizzle-orm";
import { db } from "../db.server";
import type { PermitStatus } from "./permit";
import type { PermitState } from "./permit-filter";

/** The permits that a search may find: of one city, and in one of these states. */
export type SearchScope = { cityId?: number; states?: readonly PermitState[] };

/** The index stores sequences of three characters; a shorter search finds the beginnings of both numbers. */
const shortestIndexedSearch = 3;
export const isShortSearch = (search: string): boolean => [...search].length < shortestIndexedSearch;

// The column `markers` of the index has private-use characters, in sequences that no other text can contain.
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
  String.fromCodePoint(
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

/** Every condition is a term of one match, so that the index is read alone, and only as far as needed. */
function matches(search: string, scope: SearchScope): SQL {
  const text = isShortSearch(search) ? withMarker([numberMarkerOf(search)]) : quoted(search);
  const markers = markersOf(scope);
  return sql`permit_search match ${markers.length > 0 ? `${text} AND ${withMarker(markers)}` : text}`;
}

type Part = { limit: number; before?: number };

/** Returns a query for the ids of the newest permits in a scope that contain the search, newest first. */
export function newestMatching(search: string, scope: SearchScope, { limit, before }: Part): SQL {
  const isBefore = before === undefined ? sql`` : sql`and rowid < ${integer(before)}`;
  return sql`select rowid as id from permit_search where ${matches(search, scope)} ${isBefore}
    order by rowid desc limit ${limit}`;
}

/** The index reads a range of ids only if they are integers, but numbers are bound as floating point. */
const integer = (id: number): SQL => sql`cast(${id} as integer)`;

/** Returns the ids of the newest permits in a scope that contain the search, newest first. */
export const newestMatches = async (search: string, scope: SearchScope, part: Part): Promise<number[]> =>
  readIds(newestMatching(search, scope, part));

type Range = { from: number; before: number; limit: number };

/** Returns the ids of permits in a scope that contain the search, from an id up to another, the oldest first. */
export const matchesBetween = async (search: string, scope: SearchScope, range: Range): Promise<number[]> =>
  readIds(sql`select rowid as id from permit_search where ${matches(search, scope)}
    and rowid >= ${integer(range.from)} and rowid < ${integer(range.before)} limit ${range.limit}`);

type Sample = { size: number; spans: number; limit: number };

/**
 * Returns the ids of the newest permits in a scope that contain the search, newest first. If there are as many as
 * the sample's size, it also returns those in the range of ids before them, the oldest first: the range is as many
 * times as long as the sample's own. One statement does both.
 */
export async function sampleMatches(search: string, scope: SearchScope, { size, spans, limit }: Sample) {
  const ofSpan = (value: SQL) => sql`(select cast(${value} as integer) from span)`;
  const from = ofSpan(sql`oldest - ${spans} * (newest - oldest + 1)`);
  // Even for an empty range SQLite would step through the index; with a limit of 0 it does not open it.
  const most = ofSpan(sql`iif(size = ${size}, ${limit}, 0)`);
  const [row] = db.values<[string, string]>(sql`
    with newest as materialized (${newestMatching(search, scope, { limit: size })}),
      span as materialized (select count(*) as size, max(id) as newest, min(id) as oldest from newest),
      earlier as (select rowid as id from permit_search where ${matches(search, scope)}
        and rowid >= ${from} and rowid < ${ofSpan(sql`oldest`)} limit ${most})
    select (select json_group_array(id) from newest), (select json_group_array(id) from earlier)`);
  const [newest, earlier] = (row ?? ["[]", "[]"]).map((ids): number[] => JSON.parse(ids));
  return { newest: newest ?? [], earlier: earlier ?? [] };
}

/** Reads the ids of a query as one text, which takes a third of the time of a row for each. */
export function readIds(query: SQL): number[] {
  const [row] = db.values<[string]>(sql`select json_group_array(id) from (${query})`);
  return JSON.parse(row?.[0] ?? "[]");
}

/** Joins permits by these ids in the index with the values that lists sort by, which is a tenth of the table. */
export const sortValuesOf = (ids: number[]): SQL =>
  sql`json_each(${JSON.stringify(ids)}) cross join permits indexed by permits_sort_values on permits.id = json_each.value`;
