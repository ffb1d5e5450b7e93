import { asc, eq } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import type { City } from "../cities/city.server";
import { dayOf } from "../clock.server";
import type { CorrectionState } from "../corrections/correction";
import { readCorrectionStates } from "../corrections/correction-state.server";
import { byCycle, type ReviewCycle } from "../permits/permit";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { allow, scopeOf, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { blockersOf, type CycleReviews, effectiveDecisions } from "../review-cycles/blocker";
import {
  isInReview,
  outcomeOfCycle,
  type Review,
  reviewWord,
  stateOfEnd,
  stateOfReview,
  type WordedPlanCheck,
  wordForCity,
} from "../review-cycles/plan-check";
import { receivedOnOf } from "../review-cycles/plan-check.server";
import { pick } from "../shown-fields";
import { assignments, planChecks } from "../tables.server";

type CheckedCycle = Omit<CycleReviews, "reviews"> & {
  planCheck: WordedPlanCheck | null;
  city: Pick<City, "approvalWording">;
};

export function progressOf(
  permit: CheckedCycle,
  reviews: readonly Review[],
  corrections: readonly CorrectionState[],
) {
  const cycle: CycleReviews = { ...permit, reviews };
  const effective = effectiveDecisions(cycle);
  const blockers = blockersOf(cycle, corrections, permit.city.approvalWording);
  const hasAssignment = reviews.some(({ reviewCycle }) => reviewCycle === permit.reviewCycle);
  const word = wordForCity(permit.planCheck) ?? reviewWord({ hasAssignment, blockers });
  return { effective, blockers, word, outcome: outcomeOfCycle(effective) };
}

/** In the order of their cycles; empty if the city has never used corrections. Only staff get blockers. */
export async function planChecksOfPermit(viewer: Viewer, permitId: number) {
  const permit = await readPermit(viewer, permitId);
  allow(viewer, "plan-check.read", permit);
  const stored = await db
    .select()
    .from(planChecks)
    .where(eq(planChecks.permitId, permitId))
    .orderBy(asc(planChecks.id));
  const readsAll = scopeOf(viewer, "plan-check.read") === "all";
  // Outside the firm, whether one without a letter is stored must not show: it depends on the work on it.
  const isListed = ({ reviewCycle, releasedAt }: (typeof stored)[number]) =>
    readsAll || releasedAt !== null || reviewCycle === permit.reviewCycle;
  const blockers = readsAll && permit.city.usesCorrections ? await readBlockers(permit) : [];
  const rows = stored.filter(isListed).map((planCheck) => {
    const { reviewCycle, receivedOn, completeOn, releasedAt, handedOverOn, resubmittedAt, outcome } =
      planCheck;
    const isCurrent = reviewCycle === permit.reviewCycle;
    // It follows from the permit's cycle, also before a command stores it.
    const withoutLetter = isCurrent ? stateOfReview : stateOfEnd;
    return {
      ...notKnownYet,
      ...{ reviewCycle, receivedOn, completeOn, handedOverOn, outcome },
      state: releasedAt ? planCheck.state : withoutLetter,
      releasedOn: releasedAt && dayOf(releasedAt),
      resubmittedOn: resubmittedAt && dayOf(resubmittedAt),
      blockers: isCurrent && isInReview(permit.planCheck) ? blockers : [],
    };
  });
  // A plan check that no command has opened yet reads as it will be opened.
  if (permit.city.usesCorrections && !rows.some(({ reviewCycle }) => reviewCycle === permit.reviewCycle)) {
    const unopened = { reviewCycle: permit.reviewCycle, state: stateOfReview, blockers };
    const days = { completeOn: null, releasedOn: null, handedOverOn: null, resubmittedOn: null };
    rows.push({
      ...notKnownYet,
      ...unopened,
      ...days,
      receivedOn: await receivedOnOf(permit),
      outcome: null,
    });
  }
  return rows.sort((first, second) => byCycle(first.reviewCycle, second.reviewCycle));
}

export async function readPlanCheck(viewer: Viewer, permitId: number, cycle: ReviewCycle) {
  const planCheck = (await planChecksOfPermit(viewer, permitId)).find(
    ({ reviewCycle }) => reviewCycle === cycle,
  );
  if (!planCheck) throw notFound("Plan check");
  return planCheck;
}

const notKnownYet = { holder: null, target: null, statutory: null };

async function readBlockers(permit: Permit) {
  const { blockers } = progressOf(permit, await readReviews(permit.id), await readCorrectionStates(permit));
  return blockers.map(({ what }) => what);
}

export const readReviews = (permitId: number, connection: Connection = db) =>
  connection
    .select(pick(assignments, "id", "discipline", "reviewCycle", "status", "decision"))
    .from(assignments)
    .where(eq(assignments.permitId, permitId));
