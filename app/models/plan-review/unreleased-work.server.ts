import { and, eq, exists, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { db } from "../db.server";
import { currentCycleSql } from "../review-cycle.server";
import { assignments, backChecks, corrections, letters, permits } from "../tables.server";

const one = { one: sql`1` };

const aDraft = db
  .select(one)
  .from(corrections)
  .where(and(eq(corrections.permitId, permits.id), isNull(corrections.firstLetterId)));

const aBackCheck = db
  .select(one)
  .from(backChecks)
  .innerJoin(corrections, eq(corrections.id, backChecks.correctionId))
  .where(and(eq(corrections.permitId, permits.id), eq(backChecks.reviewCycle, permits.reviewCycle)));

const aDecision = db
  .select(one)
  .from(assignments)
  .where(and(eq(assignments.permitId, permits.id), currentCycleSql, isNotNull(assignments.decision)));

const aLetter = db
  .select(one)
  .from(letters)
  .where(and(eq(letters.permitId, permits.id), eq(letters.reviewCycle, permits.reviewCycle)));

/** Then its letter must go out before the next cycle can start. */
export const hasUnreleasedWork =
  sql`${or(exists(aDraft), exists(aBackCheck), exists(aDecision), exists(aLetter))}`.mapWith(
    Boolean,
  ) as SQL<boolean>;
