import { and, asc, eq, gt, inArray, isNotNull, or, type SQL } from "drizzle-orm";
import { repeatUntilDone } from "~/platform/db/batches.server";
import { type Connection, db, write } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { underReview } from "../permits/permit";
import { openSql } from "../review-cycle.server";
import { pick } from "../shown-fields";
import {
  assignments,
  cities,
  listedPlanChecks,
  permits,
  planChecks,
  planChecksToList,
} from "../tables.server";
import { stateOfReview } from "./plan-check";
import { type CheckedPermit, currentPlanCheckSql, openPlanCheck } from "./plan-check.server";

const openAssignment = existsIn(assignments, eq(assignments.permitId, permits.id), openSql);

/** From before the city ended to use corrections. */
const hasPlanCheck = existsIn(
  planChecks,
  currentPlanCheckSql,
  or(eq(planChecks.state, stateOfReview), isNotNull(planChecks.releasedAt)),
);

const isInList = existsIn(listedPlanChecks, eq(listedPlanChecks.permitId, permits.id));

/** For cities that have begun to use corrections, or stopped; goes on where it was interrupted. */
export async function openPlanChecks(): Promise<void> {
  const beginning = await db
    .select({ id: cities.id })
    .from(cities)
    .where(isNotNull(cities.planChecksOpenedTo))
    .orderBy(asc(cities.id));
  for (const { id } of beginning) {
    await repeatUntilDone((limit) => write((tx) => openNext(tx, id, limit)));
  }
}

async function openNext(tx: Connection, cityId: number, limit: number): Promise<CheckedPermit[]> {
  const [city] = await tx
    .select({ openedTo: cities.planChecksOpenedTo })
    .from(cities)
    .where(eq(cities.id, cityId));
  if (city?.openedTo == null) return [];
  const next = await tx
    .select({
      ...pick(permits, "id", "cityId", "reviewCycle", "creationDate", "submissionDate"),
      isDue: or(inArray(permits.status, underReview), openAssignment, hasPlanCheck, isInList) as SQL<number>,
    })
    .from(permits)
    .where(and(eq(permits.cityId, cityId), gt(permits.id, city.openedTo)))
    .orderBy(asc(permits.id))
    .limit(limit);
  const due = next.filter(({ isDue }) => isDue);
  for (const permit of due) await openPlanCheck(tx, permit);
  await listAgain(tx, due);
  const planChecksOpenedTo = next.length < limit ? null : (next.at(-1)?.id ?? null);
  await tx.update(cities).set({ planChecksOpenedTo }).where(eq(cities.id, cityId));
  return next;
}

async function listAgain(tx: Connection, rows: CheckedPermit[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(planChecksToList)
    .values(rows.map(({ id }) => ({ permitId: id })))
    .onConflictDoNothing();
}
