import { and, asc, eq, exists, gte, isNull, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { Refusal } from "../refusal";
import { cities, letters, permits, planChecks, planFiles } from "../tables.server";
import { finishedReview, overSql } from "./plan-check.server";

/** Plans that were received are in each later letter of their cycle. */
const listing = or(
  eq(letters.id, planFiles.letterId),
  and(
    isNull(planFiles.letterId),
    eq(planFiles.origin, "submitted"),
    eq(letters.permitId, planFiles.permitId),
    eq(letters.reviewCycle, planFiles.reviewCycle),
    gte(letters.createdAt, planFiles.uploadedAt),
  ),
);

const finishedPlanCheck = db
  .select({ id: planChecks.id })
  .from(planChecks)
  .innerJoin(permits, eq(permits.id, planChecks.permitId))
  .innerJoin(cities, and(eq(cities.id, permits.cityId), eq(cities.usesCorrections, true)))
  .where(
    and(
      eq(planChecks.permitId, planFiles.permitId),
      eq(planChecks.reviewCycle, planFiles.reviewCycle),
      overSql,
    ),
  );

/** Because a letter lists it, the plan check of its cycle is over, or it is set aside. */
export const mustStaySql =
  sql`${or(planFiles.isSetAside, existsIn(letters, listing), exists(finishedPlanCheck))}`.mapWith(
    Boolean,
  ) as SQL<boolean>;

type NewPlanFile = Pick<
  typeof planFiles.$inferSelect,
  "id" | "permitId" | "reviewCycle" | "fileName" | "isSetAside"
>;

export async function refuseFileDeletion(tx: Connection, file: NewPlanFile): Promise<void> {
  const reason = await reasonToKeep(tx, file);
  if (reason) throw new Refusal(409, `${reason}. Add the right file instead: it replaces this one.`);
}

export async function reasonToKeep(tx: Connection, file: NewPlanFile): Promise<string | undefined> {
  const { fileName } = file;
  if (file.isSetAside) return `${fileName} is set aside: it stays`;
  const [letter] = await tx
    .select({ number: letters.number })
    .from(letters)
    .innerJoin(planFiles, and(eq(planFiles.id, file.id), listing))
    .orderBy(asc(letters.id))
    .limit(1);
  if (letter) return `${fileName} is listed in ${letter.number}`;
  const finished = await finishedReview(tx, file);
  return finished && `${finished.reason}: its files stay`;
}
