import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { byCycle } from "../permits/permit";
import type { Permit } from "../permits/permit-scope.server";
import { planChecks } from "../tables.server";
import { planCheckLabel, type WordedPlanCheck, wordForCity } from "./plan-check";
import { currentReceivedOn, wordedColumns } from "./plan-check.server";

/** Nothing of the work until the letter is out. Null if the city neither uses corrections nor has letters. */
export async function planChecksForCity(permit: Permit) {
  const { city, planCheck, reviewCycle, cyclesWithPlanCheck, cyclesWithLetter } = permit;
  if (!city.usesCorrections && cyclesWithLetter.length === 0) return null;
  const hasOthers = cyclesWithPlanCheck.some((cycle) => cycle !== reviewCycle);
  return {
    current: {
      reviewCycle,
      word: wordOf(planCheck, city),
      receivedOn: await currentReceivedOn(permit),
    },
    others: hasOthers ? await readOthers(permit) : [],
  };
}

const wordOf = (planCheck: WordedPlanCheck | null, { approvalWording }: Permit["city"]) =>
  planCheckLabel(wordForCity(planCheck) ?? "in_review", approvalWording);

async function readOthers({ id, reviewCycle, city }: Permit) {
  const { receivedOn } = planChecks;
  const rows = await db
    .select({ reviewCycle: planChecks.reviewCycle, receivedOn, planCheck: wordedColumns })
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
    .map(({ planCheck, ...row }) => ({ ...row, word: wordOf(planCheck, city) }))
    .sort((first, second) => byCycle(second.reviewCycle, first.reviewCycle));
}
