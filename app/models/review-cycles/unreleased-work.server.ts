import { and, eq, exists, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { currentCycleSql } from "../review-cycle.server";
import { assignments, backChecks, corrections, letters, permits } from "../tables.server";

const isOfPermit = eq(corrections.permitId, permits.id);

const aBackCheck = db
  .select({ id: backChecks.id })
  .from(backChecks)
  .innerJoin(corrections, eq(corrections.id, backChecks.correctionId))
  .where(and(isOfPermit, eq(backChecks.reviewCycle, permits.reviewCycle)));

/** Then its letter must go out before the next cycle can start. */
export const hasUnreleasedWork = sql`${or(
  existsIn(corrections, isOfPermit, isNull(corrections.firstLetterId)),
  exists(aBackCheck),
  existsIn(
    assignments,
    eq(assignments.permitId, permits.id),
    currentCycleSql,
    isNotNull(assignments.decision),
  ),
  existsIn(letters, eq(letters.permitId, permits.id), eq(letters.reviewCycle, permits.reviewCycle)),
)}`.mapWith(Boolean) as SQL<boolean>;
