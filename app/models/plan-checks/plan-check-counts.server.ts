import { and, count, eq, lt, type Placeholder, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import type { CalendarDate } from "../calendar-date";
import { hasNewPlans } from "../review-cycles/new-plans.server";
import { listedPlanChecks, permits, planCheckCounts, planCheckDueCounts } from "../tables.server";
import { type ListedWord, listedWords, type PlanCheckView } from "./plan-check-view";

export type PlanCheckCounts = Record<PlanCheckView, number>;

/** The value is in the text, as in the indexes. */
const isInReview = sql`${listedPlanChecks.isInReview} = true`;

/** Those on hold are not late. */
export const lateSql = (today: CalendarDate | Placeholder): SQL =>
  and(isInReview, lt(listedPlanChecks.dueDate, today)) as SQL;

/** Triggers maintain the counts, but for new plans and what is late in one city. */
export function planCheckCountColumns(today: CalendarDate | Placeholder, cityId?: number) {
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
    .where(and(eq(listedPlanChecks.cityId, cityId), lateSql(today)));

export async function countPlanChecks(today: CalendarDate, cityId?: number): Promise<PlanCheckCounts> {
  const [row] = await db.select(planCheckCountColumns(today, cityId)).from(sql`(select 1) as one_row`);
  if (!row) throw new Error("A query of one row has it");
  return row;
}
