import { asc, eq } from "drizzle-orm";
import type { City } from "../cities/city.server";
import { dayOf } from "../clock.server";
import { type Connection, db } from "../db.server";
import { byCycle, type ReviewCycle } from "../permits/permit";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { type Blocker, blockersOf, type CycleReviews, effectiveDecisions } from "../plan-checks/blocker";
import {
  isInReview,
  outcomeOfCycle,
  type Review,
  releasedWord,
  reviewWord,
  stateOfEnd,
  stateOfReview,
} from "../plan-checks/plan-check";
import { receivedOnOf, type StoredPlanCheck } from "../plan-checks/plan-check.server";
import { allow, scopeOf, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { assignments, planChecks } from "../tables.server";
import type { CorrectionState } from "./correction";
import { readCorrectionStates } from "./correction-state.server";

type CheckedCycle = Omit<CycleReviews, "reviews">;

type CurrentPlanCheck = Pick<StoredPlanCheck, "state" | "releasedAt" | "handedOverOn" | "outcome"> | null;

export function progressOf(
  permit: CheckedCycle & { planCheck: CurrentPlanCheck; city: Pick<City, "approvalWording"> },
  reviews: readonly Review[],
  corrections: readonly CorrectionState[],
) {
  const cycle: CycleReviews = { ...permit, reviews };
  const effective = effectiveDecisions(cycle);
  const blockers = blockersOf(cycle, corrections, permit.city.approvalWording);
  const hasAssignment = reviews.some(({ reviewCycle }) => reviewCycle === permit.reviewCycle);
  const word =
    permit.planCheck && !isInReview(permit.planCheck)
      ? releasedWord(permit.planCheck)
      : reviewWord({ hasAssignment, blockers });
  return { effective, blockers, word, outcome: outcomeOfCycle(effective) };
}

type PlanCheckRow = {
  reviewCycle: ReviewCycle;
  state: typeof planChecks.$inferSelect.state;
  holder: null;
  receivedOn: string;
  completeOn: string | null;
  releasedOn: string | null;
  handedOverOn: string | null;
  resubmittedOn: string | null;
  outcome: typeof planChecks.$inferSelect.outcome;
  target: null;
  statutory: null;
  blockers: Blocker["what"][];
};

/** In the order of their cycles; empty if the city has never used corrections. Only staff get blockers. */
export async function planChecksOfPermit(viewer: Viewer, permitId: number): Promise<PlanCheckRow[]> {
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
  const rows = stored.filter(isListed).map((planCheck): PlanCheckRow => {
    const { reviewCycle, receivedOn, completeOn, releasedAt, handedOverOn, resubmittedAt, outcome } =
      planCheck;
    const isCurrent = reviewCycle === permit.reviewCycle;
    // It follows from the permit's cycle, also before a command stores it.
    const withoutLetter = isCurrent ? stateOfReview : stateOfEnd;
    return {
      ...unreleased,
      reviewCycle,
      state: releasedAt ? planCheck.state : withoutLetter,
      receivedOn,
      completeOn,
      releasedOn: releasedAt && dayOf(releasedAt),
      handedOverOn,
      resubmittedOn: resubmittedAt && dayOf(resubmittedAt),
      outcome,
      blockers: isCurrent && isInReview(permit.planCheck) ? blockers : [],
    };
  });
  // A plan check that no command has opened yet reads as it will be opened.
  if (permit.city.usesCorrections && !rows.some(({ reviewCycle }) => reviewCycle === permit.reviewCycle)) {
    const { reviewCycle } = permit;
    rows.push({ ...unreleased, reviewCycle, receivedOn: await receivedOnOf(permit), blockers });
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

const unreleased = {
  state: stateOfReview,
  holder: null,
  completeOn: null,
  releasedOn: null,
  handedOverOn: null,
  resubmittedOn: null,
  outcome: null,
  target: null,
  statutory: null,
} as const;

async function readBlockers(permit: Permit): Promise<Blocker["what"][]> {
  const { blockers } = progressOf(permit, await readReviews(permit.id), await readCorrectionStates(permit));
  return blockers.map(({ what }) => what);
}

export const readReviews = (permitId: number, connection: Connection = db): Promise<Review[]> =>
  Promise.resolve(
    connection
      .select({
        id: assignments.id,
        discipline: assignments.discipline,
        reviewCycle: assignments.reviewCycle,
        status: assignments.status,
        decision: assignments.decision,
      })
      .from(assignments)
      .where(eq(assignments.permitId, permitId)),
  );
