import { and, desc, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "../db.server";
import { pictureUrl } from "../files/picture";
import { type CityStatus, cityBadgeOf, cityStatusOf } from "../permits/city-status";
import { type PermitStatus, permitStatusValues } from "../permits/permit";
import { readPermit, visibleTo } from "../permits/permit-scope.server";
import { isPartial, newestMatching } from "../permits/permit-search.server";
import { allow, reach, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { ofCurrentCycle } from "../review-cycle.server";
import { assignments, cities, permitCounts, permits } from "../tables.server";
import { searchText } from "../text-search.server";
import type { PortalFilter } from "./portal-filter";

const hasReviewer = sql<number>`exists (select 1 from ${assignments} where ${ofCurrentCycle})`;

export type PortalCity = Awaited<ReturnType<typeof readPortalCity>>;

/** Whether somebody opens every city's portal and says which; others have their own. */
export const choosesPortal = (viewer: Viewer): boolean => reach(viewer, "portal.open") === "all";

/** The city whose portal it is: the viewer's own, or the one that is asked for; 404 for any other. */
export async function readPortalCity(viewer: Viewer, asked: number | undefined, connection: Connection = db) {
  allow(viewer, "portal.open");
  const id = choosesPortal(viewer) ? asked : viewer.cityId;
  const [city] = await connection
    .select({ id: cities.id, cityName: cities.cityName, logo: cities.logoPath, isActive: cities.isActive })
    .from(cities)
    .where(eq(cities.id, id ?? -1));
  if (!city || (asked !== undefined && asked !== id)) {
    throw new Refusal(404, "City Not Found", undefined, { continueLink: backToPortal });
  }
  const { logo, ...shown } = city;
  return { ...shown, logoUrl: pictureUrl(logo) };
}

/** How many permits a city reads under each of its own words, and in all; one query. */
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

/** A city's permits, the newest first, as far as the filter shows them; one query. */
export async function listPortalPermits(viewer: Viewer, cityId: number, filter: PortalFilter) {
  allow(viewer, "portal.open", { cityId });
  const search = searchText(filter.search);
  const among = and(
    visibleTo(viewer),
    eq(permits.cityId, cityId),
    filter.status ? readAs(filter.status) : undefined,
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
    .where(search ? sql`${permits.id} in (${newestMatching(search, among)} limit ${filter.show + 1})` : among)
    .orderBy(desc(permits.id))
    .limit(filter.show + 1);
  return {
    isPartial: Boolean(search && (await isPartial(search, among))),
    hasMore: rows.length > filter.show,
    rows: rows.slice(0, filter.show).map(({ hasReviewer, ...row }) => ({
      ...row,
      isAssigned: Boolean(hasReviewer),
    })),
  };
}

export type PortalRow = Awaited<ReturnType<typeof listPortalPermits>>["rows"][number];

/** The permits that a city reads under one of its words. */
function readAs(wanted: CityStatus): SQL | undefined {
  const statuses = (isAssigned: boolean): PermitStatus[] =>
    permitStatusValues.filter((status) => cityStatusOf(status, isAssigned) === wanted);
  return or(
    and(inArray(permits.status, statuses(true)), hasReviewer),
    and(inArray(permits.status, statuses(false)), not(hasReviewer)),
  );
}

const backToPortal = { to: "/oakvilles", label: "Back to Portal" };

/** Says of a permit that is not there, or another city's, what the portal says. */
export const portalPermitNotFound = () =>
  new Refusal(404, "Permit not found", undefined, {
    hint: "The permit you're looking for doesn't exist.",
    continueLink: backToPortal,
  });

/** A permit as its city reads it: nothing of who reviews it; 404 outside the viewer's sight. */
export async function readPortalPermit(viewer: Viewer, id: number) {
  allow(viewer, "portal.open");
  const permit = await readPermit(viewer, id).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? portalPermitNotFound() : error;
  });
  const [row] = await db.select({ hasReviewer }).from(permits).where(eq(permits.id, id));
  return {
    id,
    cityId: permit.cityId,
    badge: cityBadgeOf(permit.status, Boolean(row?.hasReviewer)),
    cityPermitNumber: permit.cityPermitNumber,
    revisionNumber: permit.revisionNumber,
    urban37PermitNumber: permit.urban37PermitNumber,
    permitCreationYear: permit.permitCreationYear,
    reviewCycle: permit.reviewCycle,
    creationDate: permit.creationDate,
    submissionDate: permit.submissionDate,
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
