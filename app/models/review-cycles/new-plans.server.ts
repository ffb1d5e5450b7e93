import { and, asc, count, eq, inArray, min, not, notInArray, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import type { CalendarDate } from "../calendar-date";
import { dayOf, today } from "../clock.server";
import { finalStatuses, type ReviewCycle } from "../permits/permit";
import { pick } from "../shown-fields";
import { permits, planChecks, planFiles } from "../tables.server";

/** The value is in the text, as in the index. */
const isNewPlan = and(
  sql`${planFiles.awaitsCycle} = true`,
  eq(planFiles.origin, "submitted"),
  eq(planFiles.isSetAside, false),
) as SQL;

/** Those of a resubmittal wait with it. */
const isResubmitted = existsIn(
  planChecks,
  eq(planChecks.permitId, permits.id),
  eq(planChecks.reviewCycle, permits.reviewCycle),
  eq(planChecks.state, "resubmitted"),
);

const isWaiting = (cityId?: number) =>
  and(
    notInArray(permits.status, finalStatuses),
    not(isResubmitted),
    cityId === undefined ? undefined : eq(permits.cityId, cityId),
  );

export const hasNewPlans = (cityId?: number) =>
  and(
    inArray(permits.id, db.select({ id: planFiles.permitId }).from(planFiles).where(isNewPlan)),
    isWaiting(cityId),
  ) as SQL;

export const permitsWithNewPlans = (
  { limit, offset }: { limit: number; offset: number },
  cityId?: number,
  among?: SQL,
) =>
  db
    .select({ id: permits.id })
    .from(planFiles)
    .innerJoin(permits, eq(permits.id, planFiles.permitId))
    .where(and(isNewPlan, isWaiting(cityId), among))
    .groupBy(permits.id)
    .orderBy(min(planFiles.uploadedAt), permits.id)
    .limit(limit)
    .offset(offset);

const ofPermit = and(eq(planFiles.permitId, permits.id), isNewPlan);

export const newPlanColumns = {
  newPlansSince: sql<string | null>`(${db
    .select({ at: min(planFiles.uploadedAt) })
    .from(planFiles)
    .where(ofPermit)})`,
  newPlans: sql<number>`(${db.select({ files: count() }).from(planFiles).where(ofPermit)})`,
};

export type NewPlan = { id: number; fileName: string; reviewCycle: ReviewCycle; uploadedAt: string };

export const newPlansOf = ({ id }: { id: number }, connection: Connection = db): Promise<NewPlan[]> =>
  connection
    .select(pick(planFiles, "id", "fileName", "reviewCycle", "uploadedAt"))
    .from(planFiles)
    .where(and(eq(planFiles.permitId, id), isNewPlan))
    .orderBy(asc(planFiles.uploadedAt), asc(planFiles.id));

/** The day of the first new plan, but not before the letter; today without new plans. */
export function receivedByDefault(newPlans: readonly NewPlan[], issuedOn?: CalendarDate): CalendarDate {
  const [first] = newPlans;
  const day = first ? dayOf(first.uploadedAt) : today();
  return issuedOn && day < issuedOn ? issuedOn : day;
}
