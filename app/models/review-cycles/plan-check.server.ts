import { and, asc, eq, gte, isNotNull, isNull, ne, or, type SQL } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { existsIn, holds } from "~/platform/db/exists.server";
import type { CalendarDate } from "../calendar-date";
import { changeRow, insertRow } from "../change-row.server";
import { dayOf, now, today } from "../clock.server";
import { firstReviewCycle, type PermitStatus, type ReviewCycle } from "../permits/permit";
import type { Permit } from "../permits/permit-scope.server";
import { Refusal, refusalAtField } from "../refusal";
import { pick } from "../shown-fields";
import {
  assignments,
  cities,
  corrections,
  letters,
  listedPlanChecks,
  permits,
  planChecks,
} from "../tables.server";
import { cancelledNote, isInReview, maxCounted, stateOfEnd, stateOfReview, takesDrafts } from "./plan-check";

export type CheckedPermit = Pick<
  typeof permits.$inferSelect,
  "id" | "cityId" | "reviewCycle" | "creationDate" | "submissionDate"
>;

export type StoredPlanCheck = typeof planChecks.$inferSelect;

export const wordedColumns = pick(planChecks, "state", "releasedAt", "handedOverOn", "outcome");

export const currentPlanCheckSql = and(
  eq(planChecks.permitId, permits.id),
  eq(planChecks.reviewCycle, permits.reviewCycle),
) as SQL;

async function readCityOf(tx: Connection, cityId: number) {
  const [city] = await tx
    .select({ cityName: cities.cityName, usesCorrections: cities.usesCorrections })
    .from(cities)
    .where(eq(cities.id, cityId));
  return city ?? { cityName: "This city", usesCorrections: false };
}

/** Undefined if the city does not use corrections. `receivedOn` is the day of the cycle's plans. */
export async function openPlanCheck(
  tx: Connection,
  permit: CheckedPermit,
  { receivedOn }: { receivedOn?: CalendarDate } = {},
): Promise<StoredPlanCheck | undefined> {
  const { usesCorrections } = await readCityOf(tx, permit.cityId);
  if (!usesCorrections) return undefined;
  const ofPermit = eq(planChecks.permitId, permit.id);
  const isCurrent = eq(planChecks.reviewCycle, permit.reviewCycle);
  await tx
    .update(planChecks)
    .set({ state: stateOfEnd, updatedAt: now() })
    .where(and(ofPermit, ne(planChecks.state, stateOfEnd), ne(planChecks.reviewCycle, permit.reviewCycle)));
  const [stored] = await tx.select().from(planChecks).where(and(ofPermit, isCurrent));
  if (stored && (stored.releasedAt !== null || (stored.state !== stateOfEnd && !receivedOn))) return stored;
  if (stored) {
    const day = receivedOn ? { receivedOn, isReceivedOnSet: true } : {};
    return changeRow(tx, planChecks, stored, { ...day, state: stateOfReview });
  }
  const isReceivedOnSet = receivedOn !== undefined;
  return insertPlanCheck(tx, permit, receivedOn ?? (await receivedOnOf(permit, tx)), isReceivedOnSet);
}

export const openFirstPlanCheck = (tx: Connection, permit: CheckedPermit) =>
  insertPlanCheck(tx, permit, firstReceivedOn(permit, null), false);

const insertPlanCheck = (
  tx: Connection,
  { id: permitId, reviewCycle }: CheckedPermit,
  receivedOn: CalendarDate,
  isReceivedOnSet: boolean,
) => insertRow(tx, planChecks, { permitId, reviewCycle, state: stateOfReview, receivedOn, isReceivedOnSet });

/** In PC1 the day of the submission or creation; later that of the cycle's first assignment, else today. */
export async function receivedOnOf(permit: CheckedPermit, connection: Connection = db) {
  if (permit.reviewCycle === firstReviewCycle) return firstReceivedOn(permit, null);
  const [first] = await connection
    .select({ createdAt: assignments.createdAt })
    .from(assignments)
    .where(and(eq(assignments.permitId, permit.id), eq(assignments.reviewCycle, permit.reviewCycle)))
    .orderBy(asc(assignments.createdAt))
    .limit(1);
  return firstReceivedOn(permit, first?.createdAt ?? null);
}

type CheckedCycle = Pick<CheckedPermit, "reviewCycle" | "submissionDate" | "creationDate">;

export function firstReceivedOn(permit: CheckedCycle, firstAssignedAt: string | null): CalendarDate {
  if (permit.reviewCycle === firstReviewCycle) return permit.submissionDate ?? permit.creationDate;
  return firstAssignedAt ? dayOf(firstAssignedAt) : today();
}

/** One that no command has opened reads as it will be opened. */
export const currentReceivedOn = async (permit: Permit) =>
  permit.planCheck?.receivedOn ?? receivedOnOf(permit);

/** Unless the day was set by hand or by a release, or the plans were complete before. */
export async function updateReceivedDate(
  tx: Connection,
  { id, submissionDate, creationDate }: CheckedPermit,
): Promise<void> {
  const receivedOn = submissionDate ?? creationDate;
  await tx
    .update(planChecks)
    .set({ receivedOn, updatedAt: now() })
    .where(
      and(
        eq(planChecks.permitId, id),
        eq(planChecks.reviewCycle, firstReviewCycle),
        eq(planChecks.isReceivedOnSet, false),
        or(isNull(planChecks.completeOn), gte(planChecks.completeOn, receivedOn)),
      ),
    );
}

/** Whether its cycle and city can no longer be changed freely. */
export const hasReviewWork = (permitId: number, connection: Connection = db): Promise<boolean> =>
  holds(
    connection,
    or(
      existsIn(corrections, eq(corrections.permitId, permitId)),
      existsIn(assignments, eq(assignments.permitId, permitId), isNotNull(assignments.decision)),
      existsIn(letters, eq(letters.permitId, permitId)),
    ) as SQL,
  );

export async function refuseCycleChange(tx: Connection, permit: CheckedPermit, cycle: ReviewCycle) {
  if (cycle === permit.reviewCycle) return;
  const { usesCorrections } = await readCityOf(tx, permit.cityId);
  if (!usesCorrections || !(await hasReviewWork(permit.id, tx))) return;
  throw refusalAtField("reviewCycle", "Review cycles move on by Start next review cycle", 409);
}

export async function refuseCityChange(tx: Connection, permit: CheckedPermit, cityId: number): Promise<void> {
  if (cityId === permit.cityId) return;
  const { cityName } = await readCityOf(tx, permit.cityId);
  if ((await tx.$count(letters, eq(letters.permitId, permit.id))) > 0) {
    throw refusalAtField("cityId", `Letters were released for ${cityName}`, 409);
  }
  if ((await readCityOf(tx, cityId)).usesCorrections) return;
  if (!(await hasReviewWork(permit.id, tx))) return;
  throw refusalAtField("cityId", `${cityName}'s corrections cannot move to a city without them`, 409);
}

export async function requirePlanCheck(tx: Connection, permit: CheckedPermit): Promise<StoredPlanCheck> {
  const planCheck = await openPlanCheck(tx, permit);
  if (!planCheck) throw await withoutCorrections(tx, permit);
  return planCheck;
}

export function refuseReleased(planCheck: StoredPlanCheck): void {
  if (!isInReview(planCheck)) throw new Refusal(409, `The ${planCheck.reviewCycle} letter was released`);
}

/** For a change that is meant for the plan check of `cycle`, before its letter is released. */
export async function requireOpenPlanCheck(
  tx: Connection,
  permit: CheckedPermit & { status: PermitStatus },
  cycle: ReviewCycle,
) {
  refuseCancelled(permit);
  refuseOtherCycle(permit, cycle);
  const planCheck = await requirePlanCheck(tx, permit);
  refuseReleased(planCheck);
  return planCheck;
}

export function refuseCancelled(permit: { status: PermitStatus }): void {
  const note = cancelledNote(permit);
  if (note) throw new Refusal(409, note);
}

export function refuseOtherCycle({ reviewCycle }: Pick<CheckedPermit, "reviewCycle">, cycle: ReviewCycle) {
  if (cycle !== reviewCycle) throw new Refusal(409, `The permit is now in ${reviewCycle}`);
}

export async function refuseWithoutCorrections(tx: Connection, permit: CheckedPermit): Promise<void> {
  if (!(await readCityOf(tx, permit.cityId)).usesCorrections) throw await withoutCorrections(tx, permit);
}

async function withoutCorrections(tx: Connection, permit: CheckedPermit): Promise<Refusal> {
  const { cityName } = await readCityOf(tx, permit.cityId);
  const earlier = await tx.$count(planChecks, eq(planChecks.permitId, permit.id));
  return new Refusal(409, `${cityName} ${earlier > 0 ? "no longer writes" : "does not write"} corrections`);
}

type ReviewOf = { permitId: number; reviewCycle: ReviewCycle };

export async function refuseFinishedReview(tx: Connection, review: ReviewOf): Promise<void> {
  const finished = await finishedReview(tx, review);
  if (finished) throw new Refusal(409, `${finished.reason}: its reviews stand`);
}

/** Without a letter it is over with its cycle, also before a command stores it. */
export const overSql = or(
  and(isNotNull(planChecks.releasedAt), ne(planChecks.state, stateOfReview)),
  and(isNull(planChecks.releasedAt), ne(planChecks.reviewCycle, permits.reviewCycle)),
) as SQL;

export async function finishedReview(tx: Connection, { permitId, reviewCycle }: ReviewOf) {
  const [planCheck] = await tx
    .select({ state: planChecks.state, releasedAt: planChecks.releasedAt })
    .from(planChecks)
    .innerJoin(permits, eq(permits.id, planChecks.permitId))
    .innerJoin(cities, and(eq(cities.id, permits.cityId), eq(cities.usesCorrections, true)))
    .where(and(eq(planChecks.permitId, permitId), eq(planChecks.reviewCycle, reviewCycle), overSql));
  if (!planCheck) return undefined;
  const reason = planCheck.releasedAt ? `The ${reviewCycle} letter was released` : `${reviewCycle} is over`;
  return { reason, takesDrafts: takesDrafts(planCheck.state) };
}

/** Counts the plan checks in review of a city that uses corrections, at most `maxCounted`. */
export async function countUnreleased(cityId: number): Promise<number> {
  // SQLite keeps the order of a cross join: a city has many more permits than listed plan checks.
  const unreleased = db
    .select({ id: permits.id })
    .from(listedPlanChecks)
    .crossJoin(permits)
    .crossJoin(planChecks)
    .where(
      and(
        eq(listedPlanChecks.cityId, cityId),
        eq(permits.id, listedPlanChecks.permitId),
        currentPlanCheckSql,
        eq(planChecks.state, stateOfReview),
      ),
    )
    .limit(maxCounted)
    .as("unreleased");
  return db.$count(unreleased);
}
