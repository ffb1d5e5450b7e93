import { and, desc, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "../db.server";
import { pictureUrl } from "../files/picture";
import { type CityStatus, cityBadgeOf, cityStatusOf } from "../permits/city-status";
import { type PermitStatus, permitStatusValues } from "../permits/permit";
import { type Permit, readPermit, visibleTo } from "../permits/permit-scope.server";
import { isPartial, newestMatching } from "../permits/permit-search.server";
import { allow, reach, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { ofCurrentCycle } from "../review-cycle.server";
import { assignments, cities, permitCounts, permits } from "../tables.server";
import { searchText } from "../text-search.server";
import type { PortalFilter } from "./portal-filter";

const hasReviewer = sql<number>`exists (select 1 from ${assignments} where ${ofCurrentCycle})`;

export type PortalCity = Awaited<ReturnType<typeof readPortalCity>>;

/** Whether the viewer can open the portal of any city, not only of their own. */
export const mayOpenAllPortals = (viewer: Viewer): boolean => reach(viewer, "portal.open") === "all";

/**
 * Returns the city of a portal: the viewer's own, or the requested one for a viewer of all portals. Throws 404
 * for any other city, and 403 without the capability.
 */
export async function readPortalCity(
  viewer: Viewer,
  requestedId: number | undefined,
  connection: Connection = db,
) {
  allow(viewer, "portal.open");
  const id = mayOpenAllPortals(viewer) ? requestedId : viewer.cityId;
  const [city] = await connection
    .select({ id: cities.id, cityName: cities.cityName, logo: cities.logoPath, isActive: cities.isActive })
    .from(cities)
    .where(eq(cities.id, id ?? -1));
  if (!city || (requestedId !== undefined && requestedId !== id)) {
    throw new Refusal(404, "City Not Found", undefined, { continueLink: backToPortal });
  }
  const { logo, ...fields } = city;
  return { ...fields, logoUrl: pictureUrl(logo) };
}

/** Returns how many permits a city has in each status of its portal, and in total, with one query. */
export async function countPortalPermits(viewer: Viewer, cityId: number) {
  allow(viewer, "portal.open", { cityId });
  const assigned = sql<number>`(select count(*) from permits where permits.city_id = ${cityId}
    and permits.status = 'in_process' and ${hasReviewer})`;
  const rows = await db
    .select({ status: permitCounts.status, permits: permitCounts.permits, assigned })
    .from(permitCounts)
    .where(eq(permitCounts.cityId, cityId));
  const counts = { total: 0, pending_review: 0, in_review: 0, approved: 0, rejected: 0, unknown: 0 };
  for (const { status, permits, assigned } of rows) {
    const withReviewer = status === "in_process" ? assigned : 0;
    counts.total += permits;
    counts[cityStatusOf(status, true)] += withReviewer;
    counts[cityStatusOf(status, false)] += permits - withReviewer;
  }
  return counts;
}

/** Returns the newest permits of a city that match the filter, at most `filter.show`. */
export async function listPortalPermits(viewer: Viewer, cityId: number, filter: PortalFilter) {
  allow(viewer, "portal.open", { cityId });
  const search = searchText(filter.search);
  const conditions = and(
    visibleTo(viewer),
    eq(permits.cityId, cityId),
    filter.status ? inCityStatus(filter.status) : undefined,
  ) as SQL;
  const rows = await db
    .select({
      id: permits.id,
      cityPermitNumber: permits.cityPermitNumber,
      revisionNumber: permits.revisionNumber,
      urban37PermitNumber: permits.urban37PermitNumber,
      projectName: permits.projectName,
      projectAddress: permits.projectAddress,
      status: permits.status,
      reviewCycle: permits.reviewCycle,
      hasReviewer,
    })
    .from(permits)
    .where(
      search
        ? sql`${permits.id} in (${newestMatching(search, conditions)} limit ${filter.show + 1})`
        : conditions,
    )
    .orderBy(desc(permits.id))
    .limit(filter.show + 1);
  return {
    isPartial: Boolean(search && (await isPartial(search, conditions))),
    hasMore: rows.length > filter.show,
    rows: rows.slice(0, filter.show).map(({ hasReviewer, ...row }) => ({
      ...row,
      isAssigned: Boolean(hasReviewer),
    })),
  };
}

export type PortalRow = Awaited<ReturnType<typeof listPortalPermits>>["rows"][number];

/** The condition for permits with a status of the portal. */
function inCityStatus(cityStatus: CityStatus): SQL | undefined {
  const statuses = (isAssigned: boolean): PermitStatus[] =>
    permitStatusValues.filter((status) => cityStatusOf(status, isAssigned) === cityStatus);
  return or(
    and(inArray(permits.status, statuses(true)), hasReviewer),
    and(inArray(permits.status, statuses(false)), not(hasReviewer)),
  );
}

const backToPortal = { to: "/oakvilles", label: "Back to Portal" };

/** Returns the portal's 404 for a permit that does not exist or belongs to another city. */
export const portalPermitNotFound = () =>
  new Refusal(404, "Permit not found", undefined, {
    hint: "The permit you're looking for doesn't exist.",
    continueLink: backToPortal,
  });

/** Reads a permit for its city. Throws 404 outside the viewer's scope, and 403 without the capability. */
export async function readPortalPermit(viewer: Viewer, id: number): Promise<Permit> {
  allow(viewer, "portal.open");
  return readPermit(viewer, id).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? portalPermitNotFound() : error;
  });
}

/** Returns the fields of a permit that its city sees, without reviewers. */
export async function portalFieldsOf(permit: Permit) {
  const [row] = await db.select({ hasReviewer }).from(permits).where(eq(permits.id, permit.id));
  return {
    id: permit.id,
    badge: cityBadgeOf(permit.status, Boolean(row?.hasReviewer)),
    cityPermitNumber: permit.cityPermitNumber,
    revisionNumber: permit.revisionNumber,
    urban37PermitNumber: permit.urban37PermitNumber,
    permitCreationYear: permit.permitCreationYear,
    reviewCycle: permit.reviewCycle,
    projectName: permit.projectName,
    projectAddress: permit.projectAddress,
    projectType: permit.projectType,
    projectDescription: permit.projectDescription,
    requiredDisciplines: permit.requiredDisciplines,
    needsPhysicalPlans: permit.needsPhysicalPlans,
    applicantName: permit.applicantName,
    applicantEmail: permit.applicantEmail,
    applicantPhone: permit.applicantPhone,
  };
}
