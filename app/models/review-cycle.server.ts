import { and, eq } from "drizzle-orm";
import type { ReviewCycle } from "./permits/permit";
import { assignments, permits } from "./tables.server";

/** Selects assignments of the permit's current review cycle, in a query that joins assignments and permits. */
export const isCurrentCycle = eq(permits.reviewCycle, assignments.reviewCycle);

/** Joins permits and their assignments in the current review cycle. */
export const ofCurrentCycle = and(eq(permits.id, assignments.permitId), isCurrentCycle);

/** Selects the assignments of a permit in a review cycle. Pass the permit itself for its current one. */
export const ofCycle = ({ id, reviewCycle }: { id: number; reviewCycle: ReviewCycle }) =>
  and(eq(assignments.permitId, id), eq(assignments.reviewCycle, reviewCycle));
