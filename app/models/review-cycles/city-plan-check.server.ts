import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { byCycle } from "../permits/permit";
import type { Permit } from "../permits/permit-scope.server";
import { type Actor, isApplicant } from "../policy";
import { planChecks } from "../tables.server";
import { type PlanCheckWord, planCheckLabel, wordForApplicant, wordForCity } from "./plan-check";
import { currentReceivedOn, wordedColumns } from "./plan-check.server";

/** As a city or an applicant may know them. Null if the city neither uses corrections nor has letters. */
export async function planChecksOutside(actor: Actor, permit: Permit) {
  const { city, planCheck, reviewCycle, cyclesWithPlanCheck, cyclesWithLetter } = permit;
  if (!city.usesCorrections && cyclesWithLetter.length === 0) return null;
  const hasOthers = cyclesWithPlanCheck.some((cycle) => cycle !== reviewCycle);
  return {
    current: {
      reviewCycle,
      word: wordOf(isApplicant(actor) ? wordForApplicant(planCheck) : wordForCity(planCheck), city),
      receivedOn: await currentReceivedOn(permit),
      ...{ handedOverOn: planCheck?.handedOverOn ?? null, resubmittedAt: planCheck?.resubmittedAt ?? null },
    },
    others: hasOthers ? await readOthers(permit) : [],
  };
}

const wordOf = (word: PlanCheckWord | null, { approvalWording }: Permit["city"]) =>
  planCheckLabel(word ?? "in_review", approvalWording);

async function readOthers({ id, reviewCycle, city }: Permit) {
  const { receivedOn, resubmittedAt } = planChecks;
  const rows = await db
    .select({
      reviewCycle: planChecks.reviewCycle,
      ...{ receivedOn, resubmittedAt, planCheck: wordedColumns },
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
    .map(({ planCheck, ...row }) => ({
      ...row,
      word: wordOf(wordForCity(planCheck), city),
      handedOverOn: planCheck.handedOverOn,
    }))
    .sort((first, second) => byCycle(second.reviewCycle, first.reviewCycle));
}
