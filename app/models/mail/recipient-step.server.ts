import { and, asc, eq } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import type { Discipline } from "../discipline";
import { type NextStep, nextStepOf, stepViewerOf } from "../plan-checks/next-step";
import { hasOwnPortal } from "../policy";
import { openSql } from "../review-cycle.server";
import { wordForCity } from "../review-cycles/plan-check";
import { currentPlanCheckSql, wordedColumns } from "../review-cycles/plan-check.server";
import { stepColumns } from "../review-cycles/step-columns.server";
import { pick } from "../shown-fields";
import { assignments, cities, permits, planChecks } from "../tables.server";
import type { Recipient } from "./recipients.server";

type SteppedRecipient = Recipient & { employeeId?: number };

/** Returns what a recipient of an email does next, as their page says it, in the disciplines that it is about, if any. `toBackCheck` has one for each correction. */
export async function readRecipientSteps(
  tx: Connection,
  permitId: number,
  toBackCheck: readonly Discipline[] = [],
): Promise<(recipient: SteppedRecipient, about?: readonly Discipline[]) => NextStep | null> {
  const [permit] = await tx
    .select({
      ...pick(permits, "id", "cityId", "status", "reviewCycle", "isAssigned", "cityPermitNumber"),
      city: pick(cities, "cityName", "usesCorrections"),
      planCheck: wordedColumns,
      ...stepColumns,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .leftJoin(planChecks, currentPlanCheckSql)
    .where(eq(permits.id, permitId));
  if (!permit) return () => null;
  const open = await tx
    .select(pick(assignments, "id", "discipline", "employeeId"))
    .from(assignments)
    .where(and(eq(assignments.permitId, permitId), openSql))
    .orderBy(asc(assignments.discipline));
  return (recipient, about) => {
    const isCity = hasOwnPortal(recipient);
    const review = permit.city.usesCorrections ? "in_review" : null;
    const reviews = about ? open.filter(({ discipline }) => about.includes(discipline)) : open;
    const openReviews = reviews.map(({ employeeId, ...review }) => ({
      ...review,
      reviewer: "",
      isOwn: employeeId === recipient.employeeId,
      toBackCheck: toBackCheck.filter((discipline) => discipline === review.discipline).length,
    }));
    const work = isCity
      ? { openReviews: [], waitsForReviews: false }
      : { openReviews, waitsForReviews: open.length > 0 };
    const word = wordForCity(permit.planCheck) ?? (isCity ? null : review);
    const viewer = stepViewerOf({ role: recipient.role, cityId: permit.cityId }, permit, isCity);
    return nextStepOf({ ...permit, ...work, unassigned: [], word }, viewer);
  };
}
