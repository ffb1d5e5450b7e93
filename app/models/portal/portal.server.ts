import { and, count, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { limitOf } from "~/platform/db/dialect.server";
import { noteOnShortSearch, searchText } from "~/platform/db/text-search.server";
import { pictureUrl } from "../files/picture";
import { valuesOf, valuesWhere } from "../options";
import {
  type CityStatus,
  cityBadgeOf,
  cityStatuses,
  cityStatusOf,
  permitStatesOf,
} from "../permits/city-status";
import type { PermitState } from "../permits/permit-filter";
import { type Permit, readPermit, visibleTo } from "../permits/permit-scope.server";
import { newestMatching } from "../permits/permit-search.server";
import type { ListedWord } from "../plan-checks/plan-check-view";
import { allow, scopeOf, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { type LetterHolder, planCheckWords, wordForCity } from "../review-cycles/plan-check";
import { currentPlanCheckSql, wordedColumns } from "../review-cycles/plan-check.server";
import { pick } from "../shown-fields";
import {
  cities,
  letters,
  listedPlanChecks,
  permitCounts,
  permits,
  planCheckCounts,
  planChecks,
} from "../tables.server";
import type { PortalFilter } from "./portal-filter";

export type PortalCity = Awaited<ReturnType<typeof readPortalCity>>;

export const mayOpenAllPortals = (viewer: Viewer): boolean => scopeOf(viewer, "portal.open") === "all";

const portalCityId = (viewer: Viewer, requestedId: number | undefined): number =>
  (mayOpenAllPortals(viewer) ? requestedId : viewer.cityId) ?? -1;

export async function readPortalCity(viewer: Viewer, requestedId?: number, connection: Connection = db) {
  allow(viewer, "portal.open");
  const id = portalCityId(viewer, requestedId);
  const [city] = await connection
    .select(pick(cities, "id", "cityName", "logoPath", "isActive", "usesCorrections"))
    .from(cities)
    .where(eq(cities.id, id));
  if (!city || (requestedId !== undefined && requestedId !== id)) {
    throw new Refusal(404, "City Not Found", { continueLink: backToPortal });
  }
  const { logoPath, ...fields } = city;
  return { ...fields, logoUrl: pictureUrl(logoPath) };
}

const noneOfEach = Object.fromEntries(valuesOf(cityStatuses).map((status) => [status, 0])) as Record<
  CityStatus,
  number
>;

export async function countPortalPermits(viewer: Viewer, cityId: number) {
  allow(viewer, "portal.open", { cityId });
  const rows = await db
    .select(pick(permitCounts, "status", "permits", "assigned"))
    .from(permitCounts)
    .where(eq(permitCounts.cityId, cityId));
  const counts = { total: 0, unknown: 0, ...noneOfEach };
  for (const { status, permits, assigned } of rows) {
    counts.total += permits;
    counts[cityStatusOf(status, true)] += assigned;
    counts[cityStatusOf(status, false)] += permits - assigned;
  }
  return counts;
}

/** How many letters a city has not handed over, and how many are with the applicant; null if nothing is to show. */
export async function countHeldPermits(viewer: Viewer, { id, usesCorrections }: PortalCity) {
  allow(viewer, "portal.open", { cityId: id });
  const rows = await db
    .select({ word: planCheckCounts.word, planChecks: planCheckCounts.planChecks })
    .from(planCheckCounts)
    .where(and(eq(planCheckCounts.cityId, id), ne(planCheckCounts.word, "closed")))
    .unionAll(countClosed(id));
  const counts = { city: 0, applicant: 0, provider: 0 };
  for (const { word, planChecks } of rows) {
    const { holder } = planCheckWords[word];
    if (holder) counts[holder] += planChecks;
  }
  const { city, applicant } = counts;
  return usesCorrections || city + applicant > 0 ? { city, applicant } : null;
}

/** No counter has closed ones that are not handed over; there are few. */
const countClosed = (cityId: number) =>
  db
    .select({ word: sql<ListedWord>`'closed'`, planChecks: count() })
    .from(listedPlanChecks)
    .innerJoin(permits, eq(permits.id, listedPlanChecks.permitId))
    .innerJoin(planChecks, currentPlanCheckSql)
    .where(and(isHeldBy("city", cityId), eq(listedPlanChecks.word, "closed")));

export async function listPortalPermits(viewer: Viewer, cityId: number, filter: PortalFilter) {
  allow(viewer, "portal.open", { cityId });
  // One more shows whether there are more.
  const ids = newestIds(cityId, filter, filter.show + 1);
  const rows = await db
    .select({
      ...pick(permits, "id", "status", "isAssigned", "dueDate", "reviewCycle"),
      ...pick(permits, "cityPermitNumber", "revisionNumber", "urban37PermitNumber"),
      ...pick(permits, "projectName", "projectAddress"),
      planCheck: wordedColumns,
      newestLetterId: sql<number | null>`(select max(${letters.id}) from ${letters}
        where ${letters.permitId} = ${permits.id})`,
    })
    .from(permits)
    .leftJoin(planChecks, currentPlanCheckSql)
    .where(and(visibleTo(viewer), sql`${permits.id} in (${ids})`))
    .orderBy(desc(permits.id));
  return {
    note: noteOnShortSearch(filter.search),
    hasMore: rows.length > filter.show,
    rows: rows.slice(0, filter.show).map(({ planCheck, ...row }) => ({ ...row, ...wordOf(planCheck) })),
  };
}

type HeldPlanCheck = Parameters<typeof wordForCity>[0];

const wordOf = (planCheck: HeldPlanCheck) => ({
  word: wordForCity(planCheck),
  isHandedOver: planCheck !== null && planCheck.handedOverOn !== null,
});

export type PortalRow = Awaited<ReturnType<typeof listPortalPermits>>["rows"][number];

/** The newest permits of a city that a filter finds. */
export function newestIds(cityId: number, filter: Omit<PortalFilter, "show">, limit: number): SQL {
  const { status, before, holder } = filter;
  const search = searchText(filter.search);
  const states = status && permitStatesOf(status);
  if (holder) {
    const scope = { cityId, states };
    const matches = search ? newestMatching(search, scope, { limit: allMatches, before }) : undefined;
    return newestHeld(isHeldBy(holder, cityId, before), { states, matches, limit });
  }
  if (search) return newestMatching(search, { cityId, states }, { limit, before });
  const isBefore = before === undefined ? undefined : lt(permits.id, before);
  const newest = (state?: PermitState) => sql`select ${permits.id} from ${permits}
    where ${and(eq(permits.cityId, cityId), isBefore, state && isInState(state))}
    order by ${permits.id} desc limit ${limitOf(limit)}`;
  if (!states) return newest();
  // Each state is a range of an index, so none is read further than the limit.
  const ranges = states.map(
    (state, index) => sql`select id from (${newest(state)}) as ${sql.raw(`range_${index}`)}`,
  );
  return sql`${sql.join(ranges, sql` union all `)} order by id desc limit ${limitOf(limit)}`;
}

const allMatches = 1_000_000_000;

const wordsHeldBy = (holder: LetterHolder) =>
  valuesWhere(planCheckWords, (word) => word.holder === holder) as ListedWord[];

const isHeldBy = (holder: LetterHolder, cityId: number, before?: number) =>
  and(
    eq(listedPlanChecks.cityId, cityId),
    inArray(listedPlanChecks.word, wordsHeldBy(holder)),
    holder === "city" ? isNull(planChecks.handedOverOn) : undefined,
    before === undefined ? undefined : lt(listedPlanChecks.permitId, before),
  );

type Held = { states?: PermitState[]; matches?: SQL; limit: number };

/** Few permits have a letter that waits, so all of them are read. */
const newestHeld = (isHeld: SQL | undefined, { states, matches, limit }: Held): SQL => sql`
  select ${permits.id} from ${listedPlanChecks} inner join ${permits} on ${permits.id} = ${listedPlanChecks.permitId}
  inner join ${planChecks} on ${currentPlanCheckSql}
  where ${and(
    isHeld,
    states && or(...states.map(isInState)),
    matches && sql`${permits.id} in (select id from (${matches}) as matches)`,
  )} order by ${permits.id} desc limit ${limitOf(limit)}`;

const isInState = (state: PermitState) =>
  and(
    eq(permits.status, state.status),
    state.isAssigned === undefined ? undefined : eq(permits.isAssigned, state.isAssigned),
  );

const backToPortal = { to: "/oakvilles", label: "Back to Portal" };

export const portalPermitNotFound = () =>
  new Refusal(404, "Permit not found", {
    hint: "The permit you're looking for doesn't exist.",
    continueLink: backToPortal,
  });

export async function readPortalPermit(viewer: Viewer, id: number): Promise<Permit> {
  allow(viewer, "portal.open");
  return readPermit(viewer, id).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? portalPermitNotFound() : error;
  });
}

export const portalFieldsOf = (permit: Permit) => ({
  ...pick(permit, "id", "status", "isAssigned", "dueDate", "reviewCycle", "permitCreationYear"),
  ...pick(permit, "cityPermitNumber", "revisionNumber", "urban37PermitNumber"),
  ...pick(permit, "projectName", "projectAddress", "projectType", "projectDescription"),
  ...pick(permit, "requiredDisciplines", "needsPhysicalPlans"),
  ...pick(permit, "applicantName", "applicantEmail", "applicantPhone"),
  ...wordOf(permit.planCheck),
  badge: cityBadgeOf(permit.status, permit.isAssigned),
});
