import { and, eq, lt, or, type SQL, sql } from "drizzle-orm";
import { permits } from "../tables.server";
import type { PermitState } from "./permit-filter";
import { isShortSearch, type Part, type SearchScope } from "./permit-search-scope";

// The migration generates these columns: the four texts in lower case, and the first two characters of both numbers.
const searchText = sql`permits.search_text`;
const numberStart = sql`permits.number_start`;
const cityNumberStart = sql`permits.city_number_start`;

const marks = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const firstLetter = 0xa500;

/** The same as the database's function `searchable`: lower case, with letters for spaces and marks. */
const searchable = (text: string): string =>
  text
    .toLowerCase()
    .split("")
    .map((character) => {
      const index = marks.indexOf(character);
      return index === -1 ? character : String.fromCharCode(firstLetter + index);
    })
    .join("");

const likeText = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, "\\$&");

const isInState = ({ status, isAssigned }: PermitState): SQL =>
  and(
    eq(permits.status, status),
    isAssigned === undefined ? undefined : eq(permits.isAssigned, isAssigned),
  ) as SQL;

const isInScope = ({ cityId, states }: SearchScope): SQL | undefined =>
  and(cityId === undefined ? undefined : eq(permits.cityId, cityId), states && or(...states.map(isInState)));

/** Returns a query for the ids of the newest permits in a scope that contain the search, newest first, by their trigrams. */
export function newestMatching(search: string, scope: SearchScope, part: Part): SQL {
  if (isShortSearch(search)) return newestBeginningWith(search.toLowerCase(), scope, part);
  return newest(sql`${searchText} like ${`%${searchable(search)}%`}`, scope, part);
}

/** Each of both numbers has an index in the order of ids, which one condition for both could not use. */
function newestBeginningWith(start: string, scope: SearchScope, part: Part): SQL {
  const beginnings = [numberStart, cityNumberStart].map((column) => {
    const isStart =
      [...start].length < 2 ? sql`${column} like ${`${likeText(start)}%`}` : sql`${column} = ${start}`;
    return sql`select id from (${newest(isStart, scope, part)}) as beginning`;
  });
  return sql`${sql.join(beginnings, sql` union `)} order by id desc limit ${part.limit}`;
}

const newest = (condition: SQL, scope: SearchScope, { limit, before }: Part): SQL =>
  sql`select ${permits.id} from ${permits}
    where ${and(condition, isInScope(scope), before === undefined ? undefined : lt(permits.id, before))}
    order by ${permits.id} desc limit ${limit}`;
