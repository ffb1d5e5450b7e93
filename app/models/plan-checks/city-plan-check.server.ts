import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import type { CalendarDate } from "../calendar-date";
import type { ApprovalWording } from "../cities/city";
import { db } from "../db.server";
import { byCycle, type ReviewCycle } from "../permits/permit";
import { planChecks } from "../tables.server";
import { isInReview, planCheckLabel, planCheckWords, releasedWord } from "./plan-check";
import { type CheckedPermit, currentReceivedOn, type StoredPlanCheck } from "./plan-check.server";

type PermitOfCity = CheckedPermit & {
  city: { usesCorrections: boolean; approvalWording: ApprovalWording };
  planCheck: Pick<StoredPlanCheck, "state" | "receivedOn" | "releasedAt" | "handedOverOn" | "outcome"> | null;
  cyclesWithPlanCheck: readonly ReviewCycle[];
  cyclesWithLetter: readonly ReviewCycle[];
};

type CityPlanCheck = { reviewCycle: ReviewCycle; word: string; receivedOn: CalendarDate };

/** Nothing of the work until the letter is out. Null if the city neither uses corrections nor has letters. */
export async function planChecksForCity(permit: PermitOfCity) {
  const { city, planCheck, reviewCycle, cyclesWithPlanCheck, cyclesWithLetter } = permit;
  if (!city.usesCorrections && cyclesWithLetter.length === 0) return null;
  const hasOthers = cyclesWithPlanCheck.some((cycle) => cycle !== reviewCycle);
  return {
    current: {
      reviewCycle,
      word: planCheck && !isInReview(planCheck) ? wordOf(planCheck, city) : inReview,
      receivedOn: await currentReceivedOn(permit),
    },
    others: hasOthers ? await readOthers(permit) : [],
  };
}

const inReview = planCheckWords.in_review.label;

const wordOf = (planCheck: Parameters<typeof releasedWord>[0], { approvalWording }: PermitOfCity["city"]) =>
  planCheckLabel(releasedWord(planCheck), approvalWording);

async function readOthers({ id, reviewCycle, city }: PermitOfCity): Promise<CityPlanCheck[]> {
  const rows = await db
    .select({
      reviewCycle: planChecks.reviewCycle,
      state: planChecks.state,
      handedOverOn: planChecks.handedOverOn,
      outcome: planChecks.outcome,
      receivedOn: planChecks.receivedOn,
    })
    .from(planChecks)
    .where(
      and(
        eq(planChecks.permitId, id),
        ne(planChecks.reviewCycle, reviewCycle),
        // Whether one without a letter is stored depends on the work on it.
        isNotNull(planChecks.releasedAt),
      ),
    )
    .orderBy(asc(planChecks.id));
  return rows
    .map(({ state, handedOverOn, outcome, ...row }) => ({
      ...row,
      word: wordOf({ state, handedOverOn, outcome }, city),
    }))
    .sort((first, second) => byCycle(second.reviewCycle, first.reviewCycle));
}
