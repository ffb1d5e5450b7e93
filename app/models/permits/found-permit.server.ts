import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { limitOf } from "~/platform/db/dialect.server";
import { readIds } from "~/platform/db/list.server";
import { allow, type Scope, scopeOf, type Viewer } from "../policy";
import { type TypedNumber, typedNumber } from "../search-terms";
import { pick } from "../shown-fields";
import { cities, permits } from "../tables.server";
import type { SearchScope } from "./permit-filter";
import { visibleTo } from "./permit-scope.server";
import { newestMatching } from "./permit-search.server";

/** Returns the permits whose number is the entire search, and after them the newest that match it. */
export async function foundPermitIds(viewer: Viewer, search: string, limit: number): Promise<number[]> {
  allow(viewer, "permit.read");
  const scope = searchScopeOf(viewer);
  if (!scope) return [];
  const number = typedNumber(search);
  const queries = [
    ...(number ? [withNumber(viewer, number, limit)] : []),
    newestMatching(search, scope, { limit }),
  ];
  return [...new Set(await readIds(...queries))].slice(0, limit);
}

function searchScopeOf(viewer: Viewer): SearchScope | null {
  const scopes = {
    all: {},
    own: null,
    city: { cityId: viewer.cityId ?? -1 },
    none: null,
  } satisfies Record<Scope, SearchScope | null>;
  return scopes[scopeOf(viewer, "permit.read")];
}

/** Returns the permits with a typed number: without a revision in it, the permit without one comes before revisions. */
export async function permitsWithNumber(viewer: Viewer, typed: string) {
  const number = typedNumber(typed);
  if (!number) return [];
  const found = await readFoundPermits(viewer, await readIds(withNumber(viewer, number, 10)));
  const exact = found.filter(({ revisionNumber }) => revisionNumber === (number.revision ?? null));
  return exact.length > 0 ? exact : found;
}

/** Without a code, the number is looked up in each city. */
function withNumber(viewer: Viewer, { code, yearAndCount, revision }: TypedNumber, limit: number): SQL {
  const number = sql`upper(${permits.urban37PermitNumber})`;
  const isNumber = code
    ? sql`${number} = ${`${code}-${yearAndCount}`.toUpperCase()}`
    : sql`${number} = upper(${cities.urban37CityCode}) || ${`-${yearAndCount}`}`;
  const isFound = and(
    isNumber,
    revision ? eq(permits.revisionNumber, revision as "rev1") : undefined,
    visibleTo(viewer),
  );
  const from = code ? sql`${permits}` : sql`${cities} cross join ${permits}`;
  return sql`select ${permits.id} from ${from} where ${isFound} order by ${permits.id} desc limit ${limitOf(limit)}`;
}

export type FoundPermit = Awaited<ReturnType<typeof readFoundPermits>>[number];

/** In the order of the ids, and only those in the viewer's scope. */
export async function readFoundPermits(viewer: Viewer, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      ...pick(permits, "id", "urban37PermitNumber", "revisionNumber", "cityPermitNumber"),
      ...pick(permits, "status", "isAssigned", "projectName", "projectAddress", "applicantName"),
      cityName: cities.cityName,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(and(inArray(permits.id, ids), visibleTo(viewer)));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
