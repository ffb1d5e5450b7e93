import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Connection, db } from "../db.server";
import { isCurrentPlanCheck } from "../plan-checks/plan-check.server";
import { isReviewer, may, reach, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { cities, permits, planChecks } from "../tables.server";
import { reviewCycles } from "./permit";
import { requiredDisciplines } from "./required-disciplines.server";

const ofPermit = alias(planChecks, "of_permit");

/** Exists for types only: neither another object nor a copy of a permit has it. */
declare class WithinScope {
  private readonly isChecked: true;
}

/** A permit that its viewer may read. Only `readPermit` returns one, so that functions which take one need no check. */
export type Permit = NonNullable<Awaited<ReturnType<typeof findPermit>>> & WithinScope;

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
export async function readPermit(viewer: Viewer, id: number, connection: Connection = db): Promise<Permit> {
  const permit = await findPermit(viewer, id, connection);
  if (!permit) throw permitNotFound(viewer);
  return permit as Permit;
}

const names = db
  .select({ names: sql`string_agg(${ofPermit.reviewCycle}, ',')` })
  .from(ofPermit)
  .where(eq(ofPermit.permitId, permits.id));

const cyclesWithPlanCheck = sql`coalesce((${names}), '')`.mapWith((text: string) =>
  reviewCycles.filter((cycle) => text.split(",").includes(cycle)),
);

/** Without what is stored for counts only. */
const { approvedOn: _, ...columns } = getTableColumns(permits);

async function findPermit(viewer: Viewer, id: number, connection: Connection) {
  const [permit] = await connection
    .select({
      ...columns,
      requiredDisciplines,
      city: {
        cityName: cities.cityName,
        urban37CityCode: cities.urban37CityCode,
        usesCorrections: cities.usesCorrections,
      },
      planCheck: {
        state: planChecks.state,
        receivedOn: planChecks.receivedOn,
        releasedAt: planChecks.releasedAt,
        updatedAt: planChecks.updatedAt,
      },
      cyclesWithPlanCheck,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .leftJoin(planChecks, isCurrentPlanCheck)
    .where(and(eq(permits.id, id), visibleTo(viewer)));
  return permit;
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
