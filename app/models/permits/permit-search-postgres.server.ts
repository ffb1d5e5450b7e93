import { and, eq, lt, or, type SQL, sql } from "drizzle-orm";
import { lowerCase } from "../lower-case";
import { permits } from "../tables.server";
import type { PermitState } from "./permit-filter";
import { isShortSearch, type Part, type SearchScope } from "./permit-search-scope";

// The migration generates these columns: the four texts in lower case, and the first one and two characters of both numbers.
const searchText = sql`permits.search_text`;
const beginnings = [
  [sql`permits.number_first`, sql`permits.city_number_first`],
  [sql`permits.number_start`, sql`permits.city_number_start`],
];

const marks = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const firstLetter = 0xa500;

/** The same as the database's function `searchable`: lower case, with letters for spaces and marks. */
const searchable = (text: string): string =>
  lowerCase(text)
    .split("")
    .map((character) => {
      const index = marks.indexOf(character);
      return index === -1 ? character : String.fromCharCode(firstLetter + index);
    })
    .join("");

/** The same as the database's function `has_other_characters`: whether a searchable text is more than ASCII. */
const hasOtherCharacters = (text: string): boolean => /[^a-z0-9\ua500-\ua520]/.test(text);

/**
 * Permits with more than ASCII have an index of their own, which has a letter for each character that pg_trgm ignores: a
 * search of such characters alone would read the index of all permits completely.
 */
function isContained(text: string): SQL {
  if (!hasOtherCharacters(text)) return sql`${searchText} like ${`%${text}%`}`;
  // LIKE would let the planner choose the index of all permits.
  const isExact = sql`strpos(${searchText}, ${text}) > 0`;
  return sql`has_other_characters(${searchText}) and ${isExact}
    and letters_for_symbols(${searchText}) like '%' || letters_for_symbols(${text}) || '%'`;
}

const isInState = ({ status, isAssigned }: PermitState): SQL =>
  and(
    eq(permits.status, status),
    isAssigned === undefined ? undefined : eq(permits.isAssigned, isAssigned),
  ) as SQL;

const isInScope = ({ cityId, states }: SearchScope, { before }: Part): SQL | undefined =>
  and(
    cityId === undefined ? undefined : eq(permits.cityId, cityId),
    states && or(...states.map(isInState)),
    before === undefined ? undefined : lt(permits.id, before),
  );

/**
 * Returns a query for the ids of the newest permits in a scope that contain the search, newest first. The index stores
 * sequences of three characters; it has the matches of a search in no order, so it is read in parts of ids.
 */
export function newestMatching(search: string, scope: SearchScope, part: Part): SQL {
  if (isShortSearch(search)) return newestBeginningWith(lowerCase(search), scope, part);
  const { limit, before } = part;
  const latest = sql`(select coalesce(max(id), 0) from ${permits})`;
  const newest = before === undefined ? latest : sql`least(${before}::bigint, ${latest})`;
  const isInPart = sql`${permits.id} >> ${idBits} = parts.number`;
  const isMatch = and(isInPart, isContained(searchable(search)), isInScope(scope, part));
  return sql`select matches.id from generate_series(${newest} >> ${idBits}, 0, -1) as parts (number)
    cross join lateral (select ${permits.id} from ${permits} where ${isMatch} order by ${permits.id} desc) as matches
    limit ${limit}`;
}

/** A part of the index has ids that differ in this many bits. */
const idBits = sql.raw("14");

/** Each of both numbers has an index in the order of ids, which one condition for both could not use. */
function newestBeginningWith(start: string, scope: SearchScope, part: Part): SQL {
  const columns = beginnings[[...start].length - 1] ?? [];
  const ofColumns = columns.map(
    (column) => sql`select id from (select ${permits.id} from ${permits}
      where ${and(sql`${column} = ${start}`, isInScope(scope, part))}
      order by ${permits.id} desc limit ${part.limit}) as beginning`,
  );
  return sql`${sql.join(ofColumns, sql` union `)} order by id desc limit ${part.limit}`;
}
