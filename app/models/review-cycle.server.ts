import { and, eq } from "drizzle-orm";
import type { ReviewCycle } from "./permits/permit";
import { assignments, permits } from "./tables.server";

/** In a query that has joined assignments to their permits: those of the permit's current review cycle. */
export const isCurrentCycle = eq(permits.reviewCycle, assignments.reviewCycle);

/** Joins assignments to their permits, and leaves out those of earlier review cycles. */
export const ofCurrentCycle = and(eq(permits.id, assignments.permitId), isCurrentCycle);

/** The assignments of one permit in one review cycle: its current one, where the permit itself is given. */
export const ofCycle = ({ id, reviewCycle }: { id: number; reviewCycle: ReviewCycle }) =>
  and(eq(assignments.permitId, id), eq(assignments.reviewCycle, reviewCycle));
