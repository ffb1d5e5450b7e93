import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ReviewCycle } from "./permits/permit";
import { assignments } from "./tables.server";

/** Selects assignments of their permit's current review cycle. The value is in the text, as in the indexes. */
export const currentCycleSql = sql`${assignments.isCurrent} = true`;

/** It does not name the cycle: only the indexes of open assignments apply. */
export const openSql = sql`${assignments.isOpen} = true`;

export const completedSql = and(currentCycleSql, sql`${assignments.isOpen} = false`) as SQL;

/** Pass the permit itself for its current cycle. */
export const ofCycle = ({ id, reviewCycle }: { id: number; reviewCycle: ReviewCycle }) =>
  and(eq(assignments.permitId, id), eq(assignments.reviewCycle, reviewCycle));
