import { and, count, eq, lt, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { CalendarDate } from "../calendar-date";
import { db } from "../db.server";
import { listedPlanChecks, permits, planCheckCounts, planCheckDueCounts } from "../tables.server";
import { hasNewPlans } from "./new-plans.server";
import { type ListedWord, listedWords, type PlanCheckView } from "./plan-check-view";

/** The number of listed plan checks in each tab. */
export type PlanCheckCounts = Record<PlanCheckView, number>;

/** Selects plan checks in review that are not on hold. The value is in the text, as in the indexes. */
const isInReview = sql`${listedPlanChecks.isInReview} = true`;

/** Selects the late ones: plan checks in review of permits that are not on hold and were due before a day. */
export const isLate = (today: CalendarDate | Placeholder): SQL =>
  and(isInReview, lt(listedPlanChecks.dueDate, today)) as SQL;

/**
 * Returns the columns of a query that count the plan checks in each tab, of all cities or of one, on a day. Triggers
 * maintain the counts, so only new plans and the late plan checks of one city are counted, in an index.
 */
export function planCheckCountColumns(
  today: CalendarDate | Placeholder,
  cityId?: number,
): Record<PlanCheckView, SQL<number>> {
  const ofWord = listedWords.map((word) => [word, sql<number>`(${countOf(word, cityId)})`]);
  const late = cityId === undefined ? allLate(today) : lateOf(cityId, today);
  return {
    ...(Object.fromEntries(ofWord) as Record<ListedWord, SQL<number>>),
    new_plans: sql<number>`(${countNewPlans(cityId)})`,
    late: sql<number>`(${late})`,
  };
}

const countOf = (word: ListedWord, cityId?: number) =>
  db
    .select({ planChecks: sql`coalesce(sum(${planCheckCounts.planChecks}), 0)` })
    .from(planCheckCounts)
    .where(
      and(
        eq(planCheckCounts.word, word),
        cityId === undefined ? undefined : eq(planCheckCounts.cityId, cityId),
      ),
    );

const countNewPlans = (cityId?: number) =>
  db.select({ permits: count() }).from(permits).where(hasNewPlans(cityId));

const allLate = (today: CalendarDate | Placeholder) =>
  db
    .select({ planChecks: sql`coalesce(sum(${planCheckDueCounts.planChecks}), 0)` })
    .from(planCheckDueCounts)
    .where(lt(planCheckDueCounts.dueDate, today));

const lateOf = (cityId: number, today: CalendarDate | Placeholder) =>
  db
    .select({ planChecks: count() })
    .from(listedPlanChecks)
    .where(and(eq(listedPlanChecks.cityId, cityId), isLate(today)));

/** Counts the plan checks in each tab. */
export async function countPlanChecks(today: CalendarDate, cityId?: number): Promise<PlanCheckCounts> {
  const [row] = await db.select(planCheckCountColumns(today, cityId)).from(sql`(select 1) as one_row`);
  if (!row) throw new Error("A query of one row has it");
  return row;
}
