import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ReviewCycle } from "./permits/permit";
import { assignments } from "./tables.server";

/** Selects assignments of their permit's current review cycle. The value is in the text, as in the indexes. */
export const isCurrentCycle = sql`${assignments.isCurrent} = true`;

/**
 * Selects assignments of the current review cycle that are not completed. It does not name the cycle, so that
 * only the indexes of open assignments apply.
 */
export const isOpen = sql`${assignments.isOpen} = true`;

/** Selects completed assignments, among those of the current review cycle. */
export const isCompleted = and(isCurrentCycle, sql`${assignments.isOpen} = false`) as SQL;

/** Selects the assignments of a permit in a review cycle. Pass the permit itself for its current one. */
export const ofCycle = ({ id, reviewCycle }: { id: number; reviewCycle: ReviewCycle }) =>
  and(eq(assignments.permitId, id), eq(assignments.reviewCycle, reviewCycle));
