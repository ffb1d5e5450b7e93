import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { limitOf } from "~/platform/db/dialect-sqlite.server";
import type { SearchTerm } from "../search-terms";
import type { MatchLimits, PermitState, SearchScope } from "./permit-filter";
import { statusMarker } from "./status-marker";

// Private-use characters, which no other text contains.
const [cityPrefix, statusPrefix] = ["\ue000", "\ue001"];
const [firstCityDigit, cityDigits] = [0xe100, 4096];

const cityDigitsOf = (cityId: number): string =>
  String.fromCharCode(
    firstCityDigit + Math.trunc(cityId / cityDigits),
    firstCityDigit + (cityId % cityDigits),
  );

function statusMarkersOf(states: readonly PermitState[]): string[] {
  const markers = states.flatMap(({ status, isAssigned }) =>
    isAssigned === undefined
      ? [true, false].map((assigned) => statusMarker(status, assigned))
      : statusMarker(status, isAssigned),
  );
  return [...new Set(markers)];
}

function markersOf({ cityId, states }: SearchScope): string[] {
  const city = cityId === undefined ? undefined : cityDigitsOf(cityId);
  if (!states) return city ? [cityPrefix + city] : [];
  return statusMarkersOf(states).map((status) =>
    city ? city + status : status + statusPrefix + statusPrefix,
  );
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const anyOf = (texts: string[]): string => `(${texts.map(quoted).join(" OR ")})`;

/** FTS5 compares the end of a range with matches only, so the city is a term too. */
function matchOf(terms: SearchTerm[], scope: SearchScope): string {
  const text = `text : (${terms.map(anyOf).join(" AND ")})`;
  const markers = markersOf(scope);
  return markers.length > 0 ? `${text} AND markers : ${anyOf(markers)}` : text;
}

/** In the search of all permits, and for each city in the other; they count down with the id. */
const rowNumbers = 2 ** 32;

export function newestMatching(terms: SearchTerm[], scope: SearchScope, { limit, before }: MatchLimits): SQL {
  const { cityId } = scope;
  const table = cityId === undefined ? sql`permit_search` : sql`city_permit_search`;
  const end = (cityId ?? 1) * rowNumbers;
  const start = end - Math.min(before ?? rowNumbers, rowNumbers);
  return sql`select ${integer(end)} - rowid as id from ${table} where ${table} match ${matchOf(terms, scope)}
    and rowid > ${integer(start)} and rowid < ${integer(end)} order by rowid limit ${limitOf(limit)}`;
}

/** A search reads a range of rows only if they are integers, but numbers are bound as floating point. */
const integer = (row: number): SQL => sql`cast(${row} as integer)`;

export const foldedTextOf = (permitId: SQLWrapper): SQL =>
  sql`(select permit_search_texts.text from permit_search_texts where permit_search_texts.id = ${permitId})`;
