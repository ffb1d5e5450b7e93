import { and, desc, eq, inArray } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { isReviewCycle } from "../permits/permit";
import { visibleTo } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { typedNumber } from "../search-terms";
import { pick } from "../shown-fields";
import { letters, permits } from "../tables.server";

/** Returns the newest letters of these permits, of the cycle in a letter's number. Only a number finds letters. */
export async function listFoundLetters(viewer: Viewer, search: string, permitIds: number[], limit: number) {
  allow(viewer, "letter.read");
  const number = typedNumber(search);
  if (!number || permitIds.length === 0) return [];
  const { cycle } = number;
  if (cycle && !isReviewCycle(cycle)) return [];
  return db
    .select(pick(letters, "id", "permitId", "number", "outcome", "issuedOn"))
    .from(letters)
    .innerJoin(permits, eq(permits.id, letters.permitId))
    .where(
      and(
        inArray(letters.permitId, permitIds),
        isReviewCycle(cycle) ? eq(letters.reviewCycle, cycle) : undefined,
        visibleTo(viewer),
      ),
    )
    .orderBy(desc(letters.id))
    .limit(limit);
}
