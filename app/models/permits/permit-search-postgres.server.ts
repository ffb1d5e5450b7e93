import { and, eq, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SearchTerm } from "../search-terms";
import { permits } from "../tables.server";
import type { MatchLimits, PermitState, SearchScope } from "./permit-filter";

/** The migration generates the column. */
const foldedText = sql`permits.folded_text`;

export const foldedTextOf = (permitId: SQLWrapper): SQL =>
  sql`(select found.folded_text from ${permits} as found where found.id = ${permitId})`;

/** Terms have no characters with a meaning in LIKE. */
const isFound = (term: SearchTerm) => or(...term.map((part) => sql`${foldedText} like ${`%${part}%`}`));

const isInState = ({ status, isAssigned }: PermitState): SQL =>
  and(
    eq(permits.status, status),
    isAssigned === undefined ? undefined : eq(permits.isAssigned, isAssigned),
  ) as SQL;

const isInScope = ({ cityId, states }: SearchScope, { before }: MatchLimits): SQL | undefined =>
  and(
    cityId === undefined ? undefined : eq(permits.cityId, cityId),
    states && or(...states.map(isInState)),
    before === undefined ? undefined : lt(permits.id, before),
  );

/** The index has matches of three characters in no order, so it is read in parts of ids, the newest first. */
export function newestMatching(terms: SearchTerm[], scope: SearchScope, part: MatchLimits): SQL {
  const { limit, before } = part;
  const latest = sql`(select coalesce(max(id), 0) from ${permits})`;
  const newest = before === undefined ? latest : sql`least(${before}::bigint, ${latest})`;
  const isInPart = sql`${permits.id} >> ${idBits} = parts.number`;
  const isMatch = and(isInPart, ...terms.map(isFound), isInScope(scope, part));
  return sql`select matches.id from generate_series(${newest} >> ${idBits}, 0, -1) as parts (number)
    cross join lateral (select ${permits.id} from ${permits} where ${isMatch} order by ${permits.id} desc) as matches
    limit ${limit}`;
}

/** A part of the index has ids that differ in this many bits. */
const idBits = sql.raw("14");
