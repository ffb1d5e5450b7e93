import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "../db.server";
import { isReviewer, may, reach, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { cities, permits } from "../tables.server";
import { requiredDisciplinesOf } from "./required-disciplines.server";

export type Permit = Awaited<ReturnType<typeof readPermit>>;

/** Returns the SQL condition for the permits that a viewer may read. */
export function visibleTo(viewer: Viewer): SQL {
  switch (reach(viewer, "permit.read")) {
    case "all":
      return sql`1 = 1`;
    case "city":
      return eq(permits.cityId, viewer.cityId ?? -1);
    default:
      return sql`1 = 0`;
  }
}

/** Reads a permit with its city and required disciplines. Throws 404 outside the viewer's scope. */
export async function readPermit(viewer: Viewer, id: number, connection: Connection = db) {
  const [row] = await connection
    .select({ permit: permits, cityName: cities.cityName, cityCode: cities.urban37CityCode })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(and(eq(permits.id, id), visibleTo(viewer)));
  if (!row) throw permitNotFound(viewer);
  const { approvedOn: _, ...permit } = row.permit;
  const required = await requiredDisciplinesOf([{ id }], connection);
  return {
    ...permit,
    requiredDisciplines: required(id),
    city: { cityName: row.cityName, urban37CityCode: row.cityCode },
  };
}

/** Creates the 404 for a permit, with a link to the viewer's own list. */
export function permitNotFound(viewer: Viewer): Refusal {
  if (isReviewer(viewer)) {
    const continueLink = { to: "/employee-dashboard", label: "Back to dashboard" };
    return new Refusal(404, "Permit not found", undefined, { continueLink });
  }
  const continueLink = may(viewer, "permit.browse")
    ? { to: "/permits", label: "Return to permits" }
    : { to: "/", label: "Return to Dashboard" };
  return new Refusal(404, "Permit Not Found", undefined, { continueLink });
}
